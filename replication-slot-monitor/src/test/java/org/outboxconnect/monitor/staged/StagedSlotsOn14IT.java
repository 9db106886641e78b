package org.outboxconnect.monitor.staged;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("ci")
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = 14)
class StagedSlotsOn14IT extends StagedSlotsIT {}

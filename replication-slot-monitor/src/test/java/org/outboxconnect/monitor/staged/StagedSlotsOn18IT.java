package org.outboxconnect.monitor.staged;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = 18)
class StagedSlotsOn18IT extends StagedSlotsIT {}

package org.outboxconnect.monitor.probe;

import java.util.List;
import org.outboxconnect.monitor.sample.ServerPosition;
import org.outboxconnect.monitor.sample.SlotSample;

/**
 * Slots with the server's position of the same moment.
 *
 * @param position where the server stands
 * @param slots its slots
 */
record PositionedSlots(ServerPosition position, List<SlotSample> slots) {}

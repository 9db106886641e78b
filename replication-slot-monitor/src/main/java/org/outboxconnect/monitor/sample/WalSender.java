package org.outboxconnect.monitor.sample;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The server process that streams to a consumer.
 *
 * @param application name that the consumer gave itself
 * @param state for example {@code streaming}; no proof that the consumer lives
 * @param sent how far a logical slot has been decoded, or a physical one sent
 * @param replyTime when the consumer sent its last word, by the <em>consumer's</em> clock: only its
 *     change proves life; null before the first
 * @param replyAge the same as an age by the server's clock; wrong by the difference of the clocks
 * @param waitEvent what the process waits for, in the spelling of the server's version; null if for
 *     nothing
 */
public record WalSender(
    String application,
    String state,
    @Nullable Lsn sent,
    @Nullable Instant replyTime,
    @Nullable Duration replyAge,
    @Nullable String waitEvent) {}

package org.outboxconnect.smt.internal.message;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A message of the WAL ({@code pg_logical_emit_message}) that says it is for an outbox: its prefix
 * begins with {@code outbox.}, in any case. Everybody who may connect to the database can write
 * one, so prefix and content can be anything.
 */
public final class LogicalMessage {

  private static final String SCHEMA_NAME = "io.debezium.connector.postgresql.MessageValue";

  private final String prefix;
  private final Struct message;
  private final Struct source;
  private final Struct change;
  private final String topic;

  private LogicalMessage(
      String prefix, Struct message, Struct source, Struct change, String topic) {
    this.prefix = prefix;
    this.message = message;
    this.source = source;
    this.change = change;
    this.topic = topic;
  }

  /**
   * Empty for any record that is no logical message of Debezium's, and for a message with a prefix
   * of others, the heartbeat among them.
   */
  public static Optional<LogicalMessage> forOutbox(ConnectRecord<?> record) {
    if (record.value() instanceof Struct change
        && SCHEMA_NAME.equals(change.schema().name())
        && fieldOf(change, "source") instanceof Struct source
        && fieldOf(change, "message") instanceof Struct message
        && fieldOf(message, "prefix") instanceof String prefix
        && MessageTable.isMeantBy(prefix)) {
      return Optional.of(new LogicalMessage(prefix, message, source, change, record.topic()));
    }
    return Optional.empty();
  }

  /**
   * The event, or empty if the message is none in the form that {@code outbox_emit} writes. A
   * message that isn't transactional is none either: it is sent also if its transaction is rolled
   * back. Debezium gives no transaction id for one.
   *
   * @throws DataException see {@link #content()}
   */
  public Optional<MessageRow> row() {
    Optional<String> text = text(); // first, so that a wrong setting shows with any prefix
    if (table().isEmpty() || fieldOf(source, "txId") == null) {
      return Optional.empty();
    }
    return text.flatMap(MessageRow::read);
  }

  /** The outbox that the message names; empty if it names none that can be. */
  Optional<MessageTable> table() {
    return MessageTable.of(prefix);
  }

  /** What Debezium says of the message: when, where from. */
  Struct change() {
    return change;
  }

  /** Where it comes from: connector, database, transaction, position; no table. */
  Struct source() {
    return source;
  }

  /** The prefix as it was written: any text of any length. */
  public String prefix() {
    return prefix;
  }

  /**
   * The content as text, or empty if it is no UTF-8.
   *
   * @throws DataException see {@link #content()}
   */
  public Optional<String> text() {
    try {
      // Not new String(…): it would put question marks in place of what it can't read.
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(buffer()).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /**
   * A copy of the content as it was written: any bytes, also none.
   *
   * @throws DataException if Debezium hands it over as text: no fault of the message, the connector
   *     was configured so
   */
  public byte[] content() {
    ByteBuffer buffer = buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private ByteBuffer buffer() {
    Field field = message.schema().field("content");
    if (field == null || field.schema().type() != Schema.Type.BYTES) {
      throw new DataException(
          "Content of %s has type [%s], expected [BYTES]. [Hint: set binary.handling.mode=bytes on the connector]"
              .formatted(this, field == null ? "none" : field.schema().type()));
    }
    Object content = message.get(field);
    if (content instanceof ByteBuffer buffer) {
      return buffer.duplicate(); // the position of the input stays
    }
    return content instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : ByteBuffer.allocate(0);
  }

  /** The position in the WAL; null if Debezium gives none. */
  public @Nullable String logSequenceNumber() {
    Object lsn = fieldOf(source, "lsn");
    return lsn == null ? null : lsn.toString();
  }

  /** Names the message by prefix (escaped, and cut if long), topic and position, for messages. */
  @Override
  public String toString() {
    String lsn = logSequenceNumber();
    return "message with prefix [%s] on topic [%s] at LSN [%s]"
        .formatted(PrintableText.of(prefix), topic, lsn == null ? "unknown" : lsn);
  }

  private static @Nullable Object fieldOf(Struct struct, String name) {
    Field field = struct.schema().field(name);
    return field == null ? null : struct.get(field);
  }
}

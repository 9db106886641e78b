package org.outboxconnect.smt.internal.header;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.smt.internal.row.Column;
import org.outboxconnect.smt.internal.row.OutboxRow;

/** The headers that one outbox row gives its record, each name once, all values text. */
public final class HeaderSet {

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

  /** Reads the members of one JSON text. */
  private interface MemberReader {
    void read(String json) throws JsonSyntaxException;
  }

  private static final String HALVED_HINT =
      "jsonb, other than json, takes no half of a surrogate pair; a list in "
          + HeaderSelection.INCLUDE_CONFIG
          + " drops it";

  private final HeaderSelection selection;
  private final OutboxRow row;
  private final HeaderTexts texts = new HeaderTexts();
  private @Nullable String droppedTraceHeader;
  private int droppedMembers;

  private HeaderSet(HeaderSelection selection, OutboxRow row) {
    this.selection = selection;
    this.row = row;
  }

  /**
   * Reads the row.
   *
   * @throws DataException if a column is missing or not as the outbox table has it, if the headers
   *     are no JSON, or if one of them has a reserved name
   */
  public static HeaderSet of(OutboxRow row, HeaderSelection selection) {
    HeaderSet headers = new HeaderSet(selection, row);
    readMembers(row, json -> JsonMembers.read(json, headers::addMember));
    headers.settleTraceContext();
    headers.texts.put(HeaderNames.EVENT_ID, row.text(Column.ID));
    headers.texts.put(HeaderNames.EVENT_TYPE, row.text(Column.EVENT_TYPE));
    if (selection.createdAt()) {
      headers.texts.put(HeaderNames.CREATED_AT, createdAt(row));
    }
    return headers;
  }

  /**
   * Refuses the members and the time that {@link #of} refuses, at a fraction of its cost: for those
   * who don't need the headers.
   *
   * @throws InvalidHeadersException as {@code of}
   */
  public static void check(OutboxRow row, HeaderSelection selection) {
    readMembers(
        row,
        json ->
            JsonMembers.readNames(
                json, member -> refuseUnsendable(HeaderNames.outgoing(member), row, selection)));
    if (selection.createdAt()) {
      createdAt(row);
    }
  }

  /**
   * Which of the W3C headers is left out because it isn't valid, or because nothing of it is within
   * its limits; null if none is. With {@code traceparent} goes {@code tracestate}.
   */
  public @Nullable String droppedTraceHeader() {
    return droppedTraceHeader;
  }

  /** How many members of {@code tracestate} are left out to keep the rest within its limits. */
  public int droppedTracestateMembers() {
    return droppedMembers;
  }

  /**
   * New headers: the given ones, less those that this set replaces, and the set. Headers are a
   * multimap, adding alone would leave two values when a record is applied again.
   */
  public Headers replacingIn(Headers given) {
    Headers result = new ConnectHeaders();
    for (Header header : given) {
      if (!replaces(header.key())) {
        result.add(header);
      }
    }
    texts.forEach(result::addString);
    return result;
  }

  /** A tracestate belongs to one traceparent and goes with it. */
  private boolean replaces(String name) {
    return texts.get(name) != null
        || (name.equals(TraceContext.TRACESTATE) && texts.get(TraceContext.TRACEPARENT) != null);
  }

  private static void readMembers(OutboxRow row, MemberReader reader) {
    String json = row.nullableText(Column.HEADERS);
    if (json == null) {
      return;
    }
    try {
      reader.read(json);
    } catch (JsonSyntaxException e) {
      throw new InvalidHeadersException(
          Column.HEADERS, row, "holds " + e.getMessage(), "it must be jsonb");
    }
  }

  private void addMember(String member, @Nullable String text) {
    String name = HeaderNames.outgoing(member);
    if (text == null || !selection.wants(name)) {
      return;
    }
    refuseUnsendable(name, row, selection);
    if (name.equals(member) || texts.get(name) == null) {
      texts.put(name, text); // of several spellings the standard's own wins
    }
  }

  private static void refuseUnsendable(String name, OutboxRow row, HeaderSelection selection) {
    boolean halved = HeaderNames.isHalved(name);
    if (!(halved || HeaderNames.isReserved(name)) || !selection.wants(name)) {
      return;
    }
    if (halved) {
      throw new InvalidHeadersException(
          Column.HEADERS, row, "asks for a header with half a character in its name", HALVED_HINT);
    }
    throw new InvalidHeadersException(
        Column.HEADERS,
        row,
        "asks for header [%s]; reserved are %s"
            .formatted(HeaderNames.describe(name), HeaderNames.reserved()),
        "rename it where the event is written; %s=%s drops it"
            .formatted(HeaderSelection.EXCLUDE_CONFIG, HeaderNames.describe(name)));
  }

  private void settleTraceContext() {
    String traceparent = texts.get(TraceContext.TRACEPARENT);
    if (traceparent == null) {
      texts.remove(TraceContext.TRACESTATE); // alone it says nothing
      return;
    }
    String parent = TraceContext.trim(traceparent);
    if (TraceContext.isTraceparent(parent)) {
      texts.put(TraceContext.TRACEPARENT, parent);
      settleTracestate();
    } else {
      drop(TraceContext.TRACEPARENT);
      texts.remove(TraceContext.TRACESTATE);
    }
  }

  private void settleTracestate() {
    String value = texts.get(TraceContext.TRACESTATE);
    if (value == null) {
      return;
    }
    Tracestate tracestate = Tracestate.of(value);
    droppedMembers = tracestate.droppedMembers();
    if (!tracestate.text().isEmpty()) {
      texts.put(TraceContext.TRACESTATE, tracestate.text());
    } else if (tracestate.valid() && droppedMembers == 0) {
      texts.remove(TraceContext.TRACESTATE); // to be accepted, and better not sent
    } else {
      drop(TraceContext.TRACESTATE);
    }
  }

  private void drop(String name) {
    texts.remove(name);
    droppedTraceHeader = name;
  }

  private static String createdAt(OutboxRow row) {
    String text = row.nullableText(Column.CREATED_AT);
    if (text == null) {
      throw noTime("is NULL", row);
    }
    try {
      return OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC).format(MICROSECONDS);
    } catch (DateTimeException e) {
      // Without the cause: its message quotes the column's content.
      throw noTime("holds no ISO-8601 time with an offset", row);
    }
  }

  private static InvalidHeadersException noTime(String finding, OutboxRow row) {
    return new InvalidHeadersException(Column.CREATED_AT, row, finding, "it must be timestamptz");
  }
}

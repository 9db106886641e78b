package org.outboxconnect.smt.internal.header;

import org.apache.kafka.connect.errors.DataException;
import org.outboxconnect.smt.internal.row.Column;
import org.outboxconnect.smt.internal.row.OutboxRow;

/**
 * The content of one row's column can't become headers; other rows of the table can. Permanent: the
 * same record fails again until the settings change. Holds no content.
 */
public final class InvalidHeadersException extends DataException {

  private static final long serialVersionUID = 1L;

  private final Column column;
  private final String finding;

  InvalidHeadersException(Column column, OutboxRow row, String finding, String hint) {
    super("Column [%s] of %s %s. [Hint: %s]".formatted(column, row, finding, hint));
    this.column = column;
    this.finding = finding;
  }

  /** Which column. */
  public Column column() {
    return column;
  }

  /** What is wrong with it, to be read after the column's name. */
  public String finding() {
    return finding;
  }
}

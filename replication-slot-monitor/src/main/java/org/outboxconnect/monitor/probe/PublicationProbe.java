package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.outboxconnect.monitor.sample.Publication;
import org.outboxconnect.monitor.watch.OutboxWatch;

/**
 * What the publication of an outbox publishes, from its own catalogs. The view
 * pg_publication_tables would tell the same, but opens the tables, and so waits for whoever has
 * locked one.
 */
final class PublicationProbe implements Probe<Publication> {

  private static final String BY_NAME =
      """
      p.puballtables
      OR EXISTS (SELECT FROM pg_catalog.pg_publication_rel AS r
                 JOIN outbox ON outbox.oid = r.prrelid WHERE r.prpubid = p.oid)
      """;
  private static final String BY_SCHEMA =
      """
      OR EXISTS (SELECT FROM pg_catalog.pg_publication_namespace AS s
                 JOIN outbox ON outbox.relnamespace = s.pnnspid WHERE s.pnpubid = p.oid)
      """;
  private static final GatedColumn HAS_TABLE =
      GatedColumn.of("has_table", "bool", Map.of(0, BY_NAME, 150000, BY_NAME + BY_SCHEMA));

  private static final String QUERY =
      """
      SELECT p.pubinsert, %s
      FROM pg_catalog.pg_publication AS p
      WHERE p.pubname = ?
      """;

  private final OutboxWatch outbox;
  private final String publication;

  PublicationProbe(OutboxWatch outbox, String publication) {
    this.outbox = outbox;
    this.publication = publication;
  }

  @Override
  public Publication read(Session session) throws SQLException {
    List<Publication> found =
        session.list(
            OutboxTable.WITH + QUERY.formatted(HAS_TABLE.on(session.version())),
            row -> new Publication(publication, true, row.flag("pubinsert"), row.flag("has_table")),
            outbox.schema(),
            outbox.table(),
            publication);
    return found.isEmpty() ? new Publication(publication, false, false, false) : found.get(0);
  }
}

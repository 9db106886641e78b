package org.outboxconnect.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the main code of one module may know: the table of parts as a rule.
 *
 * @param module path of the module in the repository
 * @param own its own packages; no other module has classes there
 * @param known packages of others that it may use; JDK and JSpecify are always allowed
 */
record ModuleBoundary(String module, String own, List<String> known) {

  private static final List<String> CONNECT_API =
      List.of("org.apache.kafka.connect..", "org.apache.kafka.common..", "org.slf4j..");
  private static final String JACKSON = "com.fasterxml.jackson..";
  private static final String EVERYTHING = "*..";

  static final List<ModuleBoundary> ALL =
      List.of(
          of("testing/test-support", "org.outboxconnect.testing..", "org.junit.."),
          of(
              "testing/embedded-stack",
              "org.outboxconnect.stack..",
              "org.apache.kafka.clients..",
              "org.apache.kafka.common..",
              "org.postgresql..",
              "org.apache.commons.compress..", // with xz: unpacks PostgreSQL's binaries
              "org.tukaani.xz..",
              JACKSON,
              "org.junit.jupiter.api.."),
          of("schema", "org.outboxconnect.schema.."),
          // All but jackson-core is optional: the classes that need it stand apart.
          of(
              "client",
              "org.outboxconnect.client..",
              JACKSON,
              "io.opentelemetry.api..",
              "io.opentelemetry.context..",
              "org.postgresql.."),
          new ModuleBoundary("smt-extensions", "org.outboxconnect.smt..", CONNECT_API),
          new ModuleBoundary(
              "connect-plugin",
              "org.outboxconnect.plugin..",
              Stream.concat(
                      CONNECT_API.stream(),
                      Stream.of("org.postgresql..", "org.outboxconnect.smt.."))
                  .toList()),
          // Reads connector files; the tools that talk to servers come later and add their clients.
          of("operations", "org.outboxconnect.operations..", "com.fasterxml.jackson.core.."),
          // Of the driver only java.sql. Connect is spoken to over HTTP; the one class that reads
          // from
          // Kafka is loaded only if there is a client in lib/.
          of(
              "replication-slot-monitor",
              "org.outboxconnect.monitor..",
              "org.postgresql..",
              "picocli..",
              "org.snakeyaml.engine..",
              "com.fasterxml.jackson.core..",
              "com.sun.net.httpserver..",
              "io.prometheus.metrics..",
              "org.apache.kafka.clients..",
              "org.apache.kafka.common.."),
          of("demo", "org.outboxconnect.demo..", EVERYTHING),
          of("testing/benchmarks", "org.outboxconnect.bench..", EVERYTHING));

  private static ModuleBoundary of(String module, String own, String... known) {
    return new ModuleBoundary(module, own, List.of(known));
  }

  static ModuleBoundary of(String module) {
    return ALL.stream()
        .filter(boundary -> boundary.module.equals(module))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    ("Module [%s] has main code but no boundary. [Hint: add a line to"
                            + " ModuleBoundary.ALL that says what it may know]")
                        .formatted(module)));
  }

  ArchRule staysInItsPackages() {
    return classes()
        .should()
        .resideInAPackage(own)
        .because(
            "a package that two modules share cannot be told apart by any rule or reader; move the"
                + " class into [%s], or to the module that owns its package".formatted(own));
  }

  ArchRule knowsOnlyItsNeighbours() {
    return classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed())
        .because(
            "[%s] is to know as little as it can; pass the value in instead, move the code to the"
                    .formatted(module)
                + " module that may know the class, or change ModuleBoundary.ALL and the table of"
                + " parts together");
  }

  private String[] allowed() {
    return Stream.concat(
            Stream.of(own, "java..", "javax.sql..", "org.jspecify.annotations.."), known.stream())
        .toArray(String[]::new);
  }
}

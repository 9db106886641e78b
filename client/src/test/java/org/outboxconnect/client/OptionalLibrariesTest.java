package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Nothing but jackson-core is needed; what is missing is missed only by who uses it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OptionalLibrariesTest {

  private static final String[] OPEN_TELEMETRY = {"opentelemetry-api-", "opentelemetry-co"};

  /** Has to get as far as making a statement. */
  public static final class Writes implements Callable<String> {
    @Override
    public String call() throws Exception {
      try {
        OutboxWriter.builder()
            .build()
            .append(
                UnsentConnection.inTransaction(),
                OutboxEvent.builder()
                    .aggregateType("order")
                    .aggregateId("42")
                    .eventType("OrderPlaced")
                    .payloadJson("{}")
                    .build());
        return "sent without a statement";
      } catch (AssertionError e) {
        return e.getMessage();
      }
    }
  }

  /** Like frameworks that look at all methods of a class. */
  public static final class Reflects implements Callable<String> {
    @Override
    public String call() {
      return Stream.of(OutboxEvent.class, OutboxEvent.Builder.class, OutboxWriter.Builder.class)
              .flatMap(type -> Arrays.stream(type.getMethods()))
              .anyMatch(method -> method.getName().equals("payloadTree"))
          ? "all methods"
          : "some methods";
    }
  }

  /** Needs a library that maps objects. */
  public static final class Serialises implements Callable<String> {
    @Override
    public String call() {
      try {
        return OutboxEvent.of("order", "42", "OrderPlaced", Map.of("a", 1)).payloadJson();
      } catch (InvalidEventException e) {
        return e.getMessage();
      }
    }
  }

  @Test
  void should_write_without_any_optional_library() throws Exception {
    assertThat(FewLibraries.run(Writes.class)).isEqualTo("Connection.prepareStatement was called");
    assertThat(FewLibraries.run(Writes.class, OPEN_TELEMETRY))
        .isEqualTo("Connection.prepareStatement was called");
    assertThat(FewLibraries.run(Reflects.class)).isEqualTo("all methods");
  }

  @Test
  void should_say_what_to_add_when_an_object_is_given_without_jackson_databind() throws Exception {
    assertThat(FewLibraries.run(Serialises.class))
        .contains(
            "payload of type [java.util.ImmutableCollections$Map1] needs jackson-databind",
            "NoClassDefFoundError: com/fasterxml/jackson/databind/",
            "[Hint: add com.fasterxml.jackson.core:jackson-databind");
    assertThat(FewLibraries.run(Serialises.class, "jackson-databind-", "jackson-annotations-"))
        .isEqualTo("{\"a\":1}");
  }
}

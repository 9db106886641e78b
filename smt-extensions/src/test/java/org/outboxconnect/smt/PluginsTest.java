package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.testing.Case;

/**
 * What a worker needs of our plugins: manifests, versions, self-description, no foreign classes.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PluginsTest {

  @Test
  void should_be_found_by_the_service_loader() {
    assertThat(ours(Transformation.class))
        .containsExactlyInAnyOrder(OutboxGuard.class, OutboxHeaders.class, OutboxMessage.class);
    assertThat(ours(Predicate.class)).containsExactly(IsOutboxInsert.class);
  }

  private static Stream<Class<?>> ours(Class<?> type) {
    return ServiceLoader.load(type).stream()
        .<Class<?>>map(ServiceLoader.Provider::type)
        .filter(provider -> provider.getPackage().equals(OutboxHeaders.class.getPackage()));
  }

  /** Workers before 4.3 see a version only then. */
  @Test
  void should_declare_that_they_are_versioned() {
    assertThat(OutboxGuard.class.getInterfaces()).contains(Versioned.class);
    assertThat(OutboxHeaders.class.getInterfaces()).contains(Versioned.class);
    assertThat(OutboxMessage.class.getInterfaces()).contains(Versioned.class);
    assertThat(IsOutboxInsert.class.getInterfaces()).contains(Versioned.class);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void should_describe_every_key(ConfigKey key) {
    assertThat(key.documentation).endsWith(".");
    assertThat(key.displayName).isNotBlank();
    assertThat(key.group).isNotBlank();
    assertThat(key.orderInGroup).isPositive();
    assertThat(key.width).isNotEqualTo(ConfigDef.Width.NONE);
    assertThat(key.hasDefault()).isTrue();
    assertThat(key.validator).isNotNull();
    assertThat(key.validator.toString()).isNotBlank().doesNotContain("@");
  }

  static Stream<ConfigKey> keys() {
    return Stream.of(
            new OutboxGuard<>().config(),
            new OutboxHeaders<>().config(),
            new IsOutboxInsert<>().config())
        .flatMap(config -> config.configKeys().values().stream());
  }

  @Test
  @Case("159")
  void should_work_when_the_worker_has_neither_opentelemetry_nor_debezium() throws Exception {
    URL[] needed = {
      jarOf(OutboxHeaders.class),
      jarOf(OutboxHeadersTest.class),
      jarOf(Transformation.class),
      jarOf(ConfigDef.class),
      jarOf(org.slf4j.Logger.class)
    };
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader worker = new URLClassLoader(needed, platform)) {
      for (String absent : new String[] {"io.opentelemetry.api.trace.Span", "io.debezium.Module"}) {
        assertThatThrownBy(() -> worker.loadClass(absent))
            .isInstanceOf(ClassNotFoundException.class);
      }
      Runnable use =
          (Runnable) worker.loadClass(Use.class.getName()).getDeclaredConstructor().newInstance();

      use.run();
    }
  }

  private static URL jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }
}

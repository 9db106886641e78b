package org.outboxconnect.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** Compares the plugin classes of our own jars with what their service manifests list. */
@Case("155")
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServiceManifestIT {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      classes = {
        SourceConnector.class,
        SinkConnector.class,
        Transformation.class,
        Predicate.class,
        Converter.class,
        HeaderConverter.class,
        ConfigProvider.class
      })
  void should_list_every_plugin_class_under_its_own_interface(Class<?> type) throws Exception {
    for (Path jar : Archive.zip("outbox-connect-slim", folder).jars()) {
      assertThat(manifest(jar, type))
          .as("%s in %s", type.getName(), jar.getFileName())
          .containsExactlyInAnyOrderElementsOf(
              concreteClasses(jar).filter(type::isAssignableFrom).map(Class::getName).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Transformation.class, Predicate.class})
  void should_be_loadable_by_a_worker_when_listed(Class<?> type) throws Exception {
    List<Class<?>> plugins =
        Archive.zip("outbox-connect-slim", folder).jars().stream()
            .flatMap(ServiceManifestIT::concreteClasses)
            .filter(type::isAssignableFrom)
            .toList();

    assertThat(plugins)
        .isNotEmpty()
        .allSatisfy(
            plugin -> {
              assertThat(plugin).isPublic().isAssignableTo(Versioned.class);
              assertThat(plugin.getConstructor().newInstance())
                  .extracting(instance -> ((Versioned) instance).version())
                  .isEqualTo(System.getProperty("outbox.version"));
            });
  }

  private static List<String> manifest(Path jar, Class<?> type) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      ZipEntry entry = file.getEntry("META-INF/services/" + type.getName());
      if (entry == null) {
        return List.of();
      }
      return new String(file.getInputStream(entry).readAllBytes(), UTF_8)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }

  private static Stream<Class<?>> concreteClasses(Path jar) {
    return Archive.classes(jar).stream()
        .filter(name -> !name.endsWith("-info.class"))
        .map(name -> name.replace(".class", "").replace('/', '.'))
        .<Class<?>>map(ServiceManifestIT::load)
        .filter(type -> !type.isInterface() && !Modifier.isAbstract(type.getModifiers()));
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ServiceManifestIT.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError("[%s] does not load with Connect alone".formatted(name), e);
    }
  }
}

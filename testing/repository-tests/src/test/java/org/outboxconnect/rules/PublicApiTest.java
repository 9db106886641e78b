package org.outboxconnect.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.rules.planted.api.Promise;
import org.outboxconnect.rules.planted.unmarked.Unmarked;

/** What is public is a promise: it stands in its module's list, so that a review sees it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PublicApiTest {

  private static final String LISTS = "testing/repository-tests/public-api/";
  private static final String PROPOSALS = "testing/repository-tests/target/public-api/";

  static Stream<String> modules() {
    return Repository.modulesWithMainCode().stream();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void should_be_public_only_as_listed(String module) throws IOException {
    check(Repository.ROOT, module, Repository.mainClasses(module));
  }

  @Test
  void should_fire_and_tell_the_way_out_when_something_public_is_not_listed(@TempDir Path root) {
    JavaClasses planted = new ClassFileImporter().importClasses(Unmarked.class);

    assertThatThrownBy(() -> check(root, "client", planted))
        .hasMessageContainingAll(
            "module [client]",
            "Unmarked",
            "[Hint: make it package-private; if it is meant to be public: cp " + PROPOSALS);
  }

  @Test
  void should_list_members_with_their_types_when_the_module_is_published() {
    String type = Promise.class.getName();
    JavaClasses planted = new ClassFileImporter().importPackagesOf(Promise.class);

    assertThat(PublicApi.lines("client", planted))
        .containsExactly(
            "public abstract class " + type,
            "  protected %s();".formatted(type),
            "  protected static void inherited();",
            "  public abstract <T extends java.lang.Number> java.util.List<? super T> kept(T[])"
                + " throws java.io.IOException;",
            "  public static final int LIMIT = 7;",
            "public final class %1$s$Kind extends java.lang.Enum<%1$s$Kind>".formatted(type),
            "  public static final %1$s$Kind ONE;".formatted(type),
            "  public static %1$s$Kind valueOf(java.lang.String);".formatted(type),
            "  public static %1$s$Kind[] values();".formatted(type));
  }

  @Test
  void should_list_only_types_when_the_module_is_for_our_own_tests() {
    JavaClasses planted = new ClassFileImporter().importPackagesOf(Promise.class);

    assertThat(PublicApi.lines("testing/benchmarks", planted))
        .containsExactly(Promise.class.getName());
  }

  private static void check(Path root, String module, JavaClasses classes) throws IOException {
    String file = module.replace('/', '-') + ".txt";
    Path list = root.resolve(LISTS + file);
    List<String> listed = Files.exists(list) ? Files.readAllLines(list) : List.of();
    List<String> found = PublicApi.lines(module, classes);
    Path proposal = root.resolve(PROPOSALS + file);
    Files.createDirectories(proposal.getParent());
    Files.write(proposal, found);
    assertThat(found)
        .as(
            "what is public in module [%s], other than its list says. [Hint: make it"
                + " package-private; if it is meant to be public: cp %s %s]",
            module, PROPOSALS + file, LISTS + file)
        .isEqualTo(listed);
  }
}

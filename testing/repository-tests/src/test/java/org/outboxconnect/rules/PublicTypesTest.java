package org.outboxconnect.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
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
import org.outboxconnect.rules.planted.unmarked.Unmarked;

/** A public type is a promise: each one stands in its module's list, so that a review sees it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PublicTypesTest {

  private static final String LISTS = "testing/repository-tests/public-types/";
  private static final String PROPOSALS = "testing/repository-tests/target/public-types/";

  static Stream<String> modules() {
    return Repository.modulesWithMainCode().stream();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void should_be_public_only_as_listed(String module) throws IOException {
    check(Repository.ROOT, module, Repository.mainClasses(module));
  }

  @Test
  void should_fire_and_tell_the_way_out_when_a_public_type_is_not_listed(@TempDir Path root) {
    JavaClasses planted = new ClassFileImporter().importClasses(Unmarked.class);

    assertThatThrownBy(() -> check(root, "client", planted))
        .hasMessageContainingAll(
            "module [client]",
            "Unmarked",
            "[Hint: make the type package-private; if it is meant to be public: cp " + PROPOSALS);
  }

  @Test
  void should_list_a_type_only_when_it_is_public_and_not_nested() {
    JavaClasses some = new ClassFileImporter().importClasses(Unmarked.class, Hidden.class);

    assertThat(publicTypes(some)).containsExactly(Unmarked.class.getName());
  }

  /** Public, but nested. */
  public static final class Hidden {}

  private static void check(Path root, String module, JavaClasses classes) throws IOException {
    String file = module.replace('/', '-') + ".txt";
    Path list = root.resolve(LISTS + file);
    List<String> listed = Files.exists(list) ? Files.readAllLines(list) : List.of();
    Path proposal = root.resolve(PROPOSALS + file);
    Files.createDirectories(proposal.getParent());
    Files.write(proposal, publicTypes(classes));
    assertThat(publicTypes(classes))
        .as(
            "public types of module [%s], other than its list says. [Hint: make the type"
                + " package-private; if it is meant to be public: cp %s %s]",
            module, PROPOSALS + file, LISTS + file)
        .isEqualTo(listed);
  }

  private static List<String> publicTypes(JavaClasses classes) {
    return classes.stream()
        .filter(JavaClass::isTopLevelClass)
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .map(JavaClass::getName)
        .sorted()
        .toList();
  }
}

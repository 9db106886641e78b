package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.schema.SchemaScripts.Script;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadmeTest {

  private static final Pattern TAGGED =
      Pattern.compile("(?s)// tag::flyway\n(.*?)\\s*// end::flyway");

  @Test
  void should_name_every_file_in_its_order_where_it_shows_psql_and_Liquibase() {
    for (String shown : List.of(commands(), Readme.theBlock("xml"))) {
      assertThat(files(shown, "migrations/outbox/")).isEqualTo(names(SchemaScripts.OUTBOX));
      assertThat(files(shown, "migrations/inbox/")).isEqualTo(names(SchemaScripts.INBOX));
    }
    assertThat(files(commands(), "admin/"))
        .isEqualTo(
            Stream.of(SchemaScripts.ADMIN, SchemaScripts.ADMIN)
                .flatMap(admin -> names(admin).stream())
                .toList());
  }

  @Test
  void should_list_every_file_in_its_table() {
    for (SchemaScripts scripts : SchemaScripts.values()) {
      assertThat(names(scripts))
          .allSatisfy(name -> assertThat(Readme.text()).contains("/" + name + "` |"));
    }
  }

  @Test
  void should_show_the_code_that_is_compiled_and_run() throws IOException {
    Matcher compiled =
        TAGGED.matcher(
            Files.readString(
                Readme.ROOT.resolve(
                    "schema/src/test/java/org/outboxconnect/schema/MigrationTool.java")));

    assertThat(compiled.find()).isTrue();
    assertThat(withoutIndentation(Readme.theBlock("java")))
        .isEqualTo(withoutIndentation(compiled.group(1)));
  }

  private static String withoutIndentation(String code) {
    return code.strip().replaceAll("\n\\s+", "\n");
  }

  private static String commands() {
    return String.join(
        "\n",
        Readme.blocks().stream()
            .filter(block -> block.language().equals("bash"))
            .map(Readme.Block::code)
            .toList());
  }

  private static List<String> files(String shown, String folder) {
    return Pattern.compile(folder + "(\\w+\\.sql)")
        .matcher(shown)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static List<String> names(SchemaScripts scripts) {
    return scripts.scripts().stream().map(Script::name).toList();
  }
}

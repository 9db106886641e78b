package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is given: a list of findings or the documented exception, and no secret in either. */
class ConnectorCheckPropertyTest {

  private static final String MARK = "hunter2-9f3c";

  @Property(tries = 200)
  void should_throw_nothing_else_when_the_text_is_any(@ForAll String text) {
    check(text, Map.of());
  }

  @Property(tries = 200)
  void should_throw_nothing_else_when_the_text_is_json(@ForAll("json") String text) {
    check(text, Map.of());
  }

  @Property(tries = 200)
  void should_throw_nothing_else_when_known_keys_have_any_values(
      @ForAll("settings") Map<String, String> settings,
      @ForAll("settings") Map<String, String> worker) {
    Map<String, String> config = Texts.goodConnector();
    config.putAll(settings);
    Map<String, String> lines = Texts.edited("").worker();
    lines.putAll(worker);

    check(Texts.json(config), lines);
  }

  @Property(tries = 200)
  void should_show_no_secret_when_it_stands_under_any_key(
      @ForAll("secretKeys") String key, @ForAll("settings") Map<String, String> settings) {
    Map<String, String> config = Texts.goodConnector();
    config.putAll(settings);
    config.put(key, MARK);

    assertThat(check(Texts.json(config), Map.of()).toString()).doesNotContain(MARK);
  }

  @Property(tries = 50)
  void should_refuse_it_when_a_secret_is_plain(@ForAll("secretKeys") String key) {
    Map<String, String> config = Texts.goodConnector();
    config.put(key, MARK);

    assertThat(check(Texts.json(config), Map.of()))
        .extracting(Finding::rule)
        .containsAnyOf("secret-in-plain-text", "key-misspelt");
  }

  private static List<Finding> check(String json, Map<String, String> worker) {
    try {
      List<Finding> findings = new ArrayList<>(ConnectorCheck.check(json, worker));
      findings.addAll(ConnectorCheck.check(json));
      return findings;
    } catch (UnreadableConnectorException e) {
      assertThat(e.getMessage()).contains("[Hint: ");
      return List.of();
    }
  }

  @Provide
  Arbitrary<String> secretKeys() {
    return Arbitraries.of(
        "database.password",
        "database.sslpassword",
        "database.pasword",
        "producer.override.ssl.truststore.password",
        "producer.override.ssl.keystore.password",
        "producer.override.ssl.key.password",
        "producer.override.ssl.keystore.key",
        "producer.override.sasl.oauthbearer.client.credentials.client.secret",
        "value.converter.basic.auth.user.info",
        "signal.consumer.sasl.password");
  }

  /** Keys that rules look at, with texts that make sense there and texts that don't. */
  @Provide
  Arbitrary<Map<String, String>> settings() {
    List<String> keys = new ArrayList<>(Texts.goodConnector().keySet());
    RuleExamples.ALL.stream()
        .flatMap(example -> List.of(example.bad().split(" \\| ")).stream())
        .map(
            edit -> edit.replaceFirst("worker:", "").replaceFirst("^-", "").replaceFirst("=.*", ""))
        .filter(key -> !key.isEmpty())
        .forEach(keys::add);
    List<String> values =
        List.of(
            "",
            ",",
            "(((",
            "${",
            "${env:}",
            "${:}",
            "true",
            "-1",
            "99999999999999999999",
            ".",
            "a,a",
            "[",
            "*");
    Arbitrary<String> text =
        Arbitraries.oneOf(Arbitraries.of(values), Arbitraries.strings().ofMaxLength(30));
    return Arbitraries.maps(Arbitraries.of(keys), text).ofMaxSize(8);
  }

  @Provide
  Arbitrary<String> json() {
    return Arbitraries.recursive(
        () -> Arbitraries.of("1", "\"a\"", "null", "true", "-1.5e9", "{}", "[]", "{\"config\":{}}"),
        ConnectorCheckPropertyTest::wrapped,
        0,
        4);
  }

  private static Arbitrary<String> wrapped(Arbitrary<String> json) {
    Arbitrary<String> array =
        json.list().ofMaxSize(3).map(items -> "[" + String.join(",", items) + "]");
    Arbitrary<String> object =
        Combinators.combine(Arbitraries.of("config", "name", "transforms", "a"), json)
            .as((key, value) -> "\"" + key + "\":" + value)
            .list()
            .ofMaxSize(4)
            .map(members -> "{" + String.join(",", members) + "}");
    return Arbitraries.oneOf(array, object);
  }
}

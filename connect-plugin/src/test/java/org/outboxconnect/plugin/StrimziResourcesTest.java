package org.outboxconnect.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.testing.Case;

/** The Strimzi resources say the same as the packaged JSON and worker lines, in Strimzi's words. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StrimziResourcesTest {

  private static final String CONNECT = "deploy/strimzi/kafka-connect.yaml";
  private static final String CONNECTOR = "deploy/strimzi/kafka-connector.yaml";
  private static final String API = "kafka.strimzi.io/v1 ";

  @Test
  void should_be_read_by_the_operators_own_classes_when_unknown_fields_are_refused()
      throws Exception {
    assertThat(strict().convertValue(spec(CONNECT), connectSpec())).isNotNull();
    assertThat(strict().convertValue(spec(CONNECTOR), connectorSpec())).isNotNull();
  }

  @Test
  void should_be_of_the_current_api_version_when_read() throws IOException {
    assertThat(header(ShippedFiles.yaml(CONNECT))).isEqualTo(API + "KafkaConnect");
    assertThat(header(ShippedFiles.yaml(CONNECTOR))).isEqualTo(API + "KafkaConnector");
  }

  @Test
  @Case("157")
  void should_refuse_a_misplaced_field_when_read_strictly() throws Exception {
    ObjectNode spec = (ObjectNode) spec(CONNECTOR);
    spec.put("tasks.max", 1);
    Class<?> type = connectorSpec();

    assertThatThrownBy(() -> strict().convertValue(spec, type)).hasMessageContaining("tasks.max");
  }

  @Test
  void should_carry_every_key_of_the_packaged_json_when_compared() throws IOException {
    Map<String, String> expected = new TreeMap<>(ShippedFiles.connectorConfig());
    JsonNode spec = spec(CONNECTOR);

    assertThat(spec.path("class").textValue()).isEqualTo(expected.remove("connector.class"));
    assertThat(spec.path("tasksMax").asText()).isEqualTo(expected.remove("tasks.max"));
    expected.replaceAll((key, value) -> belowMnt(value));
    assertThat(ShippedFiles.texts(spec.path("config")))
        .containsExactlyInAnyOrderEntriesOf(expected);
  }

  @Test
  void should_carry_every_worker_line_when_compared() throws IOException {
    Map<String, String> expected = ShippedFiles.properties("connector-configs/worker.properties");
    expected.replaceAll((key, value) -> belowMnt(value));

    assertThat(ShippedFiles.texts(spec(CONNECT).path("config"))).containsAllEntriesOf(expected);
  }

  @Test
  @Case("157")
  void should_keep_forbidden_keys_out_of_config_when_the_operator_owns_them() throws Exception {
    List<String> prefixes = forbidden(connectSpec(), "FORBIDDEN_PREFIXES");

    assertThat(spec(CONNECTOR).path("config").fieldNames())
        .toIterable()
        .doesNotContainAnyElementsOf(forbidden(connectorSpec(), "FORBIDDEN_PARAMETERS"));
    assertThat(spec(CONNECT).path("config").fieldNames())
        .toIterable()
        .noneMatch(key -> prefixes.stream().anyMatch(key::startsWith));
  }

  @Test
  void should_hand_every_variable_and_the_secret_to_the_worker_when_deployed() throws IOException {
    JsonNode container = spec(CONNECT).at("/template/connectContainer");

    assertThat(container.path("env").findValuesAsText("name"))
        .containsExactlyInAnyOrder(
            "OUTBOX_DB_HOST", "OUTBOX_DB_PORT", "OUTBOX_DB_NAME", "OUTBOX_DB_USER");
    assertThat(container.path("volumeMounts").findValuesAsText("mountPath"))
        .containsExactly("/mnt/outbox/secrets");
  }

  /** Strimzi refuses mounts outside of /mnt. */
  private static String belowMnt(String value) {
    return value.replace("/etc/outbox/secrets", "/mnt/outbox/secrets");
  }

  private static JsonNode spec(String file) throws IOException {
    return ShippedFiles.yaml(file).path("spec");
  }

  private static String header(JsonNode resource) {
    return resource.path("apiVersion").textValue() + " " + resource.path("kind").textValue();
  }

  // By name: javac warns about annotations of these classes that Strimzi doesn't publish.

  private static Class<?> connectSpec() throws ClassNotFoundException {
    return Class.forName("io.strimzi.api.kafka.model.connect.KafkaConnectSpec");
  }

  private static Class<?> connectorSpec() throws ClassNotFoundException {
    return Class.forName("io.strimzi.api.kafka.model.connector.KafkaConnectorSpec");
  }

  private static List<String> forbidden(Class<?> spec, String constant) throws Exception {
    return List.of(((String) spec.getField(constant).get(null)).split(", "));
  }

  /** Strimzi's classes keep unknown fields for later; here they are an error. */
  private static ObjectMapper strict() {
    return new ObjectMapper()
        .setAnnotationIntrospector(
            new JacksonAnnotationIntrospector() {
              private static final long serialVersionUID = 1L;

              @Override
              public Boolean hasAnySetter(Annotated annotated) {
                return false;
              }
            });
  }
}

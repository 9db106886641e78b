package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.testing.Case;

/** A broker with ACLs that keep the worker from writing to one topic. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeniedTopicIT {

  private static final String ANONYMOUS = "User:ANONYMOUS";

  @RegisterExtension
  static final CdcRoad ROAD =
      new CdcRoad(
          builder ->
              builder
                  .brokerSetting(
                      "authorizer.class.name",
                      "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                  .brokerSetting("allow.everyone.if.no.acl.found", "true"));

  @Test
  @Case("70")
  void should_name_the_topic_when_an_acl_denies_it_and_lose_nothing_once_it_is_allowed()
      throws Exception {
    ROAD.stack().broker().createTopic("Denied.events", 1);
    AclBinding denial = acl(AclOperation.WRITE, AclPermissionType.DENY);
    List<AclBinding> acls = new ArrayList<>(List.of(denial));
    for (AclOperation allowed : List.of(AclOperation.READ, AclOperation.DESCRIBE)) {
      acls.add(acl(allowed, AclPermissionType.ALLOW));
    }
    try (Admin admin =
            Admin.create(Map.of("bootstrap.servers", ROAD.stack().broker().bootstrapServers()));
        TopicReader good = ROAD.reader("Good.events");
        TopicReader denied = ROAD.reader("Denied.events")) {
      admin.createAcls(acls).all().get();
      ROAD.createConnector();
      write("Good", "before");
      good.await(1);

      write("Denied", "one");
      write("Good", "after");
      assertThat(ROAD.awaitFailure()).contains("TopicAuthorizationException", "Denied.events");

      admin.deleteAcls(acls.stream().map(AclBinding::toFilter).toList()).all().get();
      ROAD.rest().restartTask(CdcRoad.CONNECTOR, 0);
      denied.awaitKey("one");
      good.awaitKey("after");
    }
  }

  private static AclBinding acl(AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, "Denied.events", PatternType.LITERAL),
        new AccessControlEntry(ANONYMOUS, "*", operation, permission));
  }

  private static void write(String type, String key) throws Exception {
    ROAD.write(List.of(OutboxEvent.of(type, key, "Happened", "{}")));
  }
}

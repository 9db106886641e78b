package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.outboxconnect.operations.config.References.Reference;

/** The worker's lines, as far as they were given. */
final class WorkerRules {

  private static final String PROVIDERS = "config.providers";
  private static final String POLICY = "connector.client.config.override.policy";
  private static final String ALLOWLIST = "connector.client.config.override.allowlist";
  private static final String OVERRIDE = "producer.override.";

  static final List<Rule> ALL =
      List.of(
          refused("provider-missing")
              .because("Connect leaves the reference as it is, and uses that text as the value")
              .fix("add the provider to config.providers, see connector-configs/worker.properties")
              .seen("Connect's manual on config providers")
              .when(
                  setup ->
                      references(setup)
                          .filter(reference -> !providers(setup).contains(reference.provider()))
                          .map(Reference::provider)
                          .distinct()
                          .map(name -> new Found(PROVIDERS, "doesn't list [" + name + "]"))),
          refused("provider-unfenced")
              .because("whoever may POST a connector can read any file or variable of the worker")
              .fix("set allowed.paths of file and directory providers, allowlist.pattern of env")
              .seen("Kafka's manual on config providers")
              .when(WorkerRules::unfenced),
          refused("provider-refuses")
              .because("the provider gives nothing for it, and the task doesn't start")
              .fix("move the secret, or widen allowed.paths or allowlist.pattern")
              .seen("Kafka's manual on config providers")
              .when(WorkerRules::outside),
          warning("rebalance-slow")
              .because("after the death of a worker its tasks stand still for that long")
              .fix("set scheduled.rebalance.max.delay.ms=15000")
              .seen("measured: 311 s with the default")
              .when(setup -> above(setup, "scheduled.rebalance.max.delay.ms", 300_000, 30_000)),
          warning("offset-flush-rare")
              .because(
                  "what was sent since is sent again after a crash, and the slot waits as long")
              .fix("set offset.flush.interval.ms=5000")
              .seen("Connect's manual")
              .when(setup -> above(setup, "offset.flush.interval.ms", 60_000, 10_000)),
          refused("override-refused")
              .because("the worker refuses a connector with producer.override settings")
              .fix(
                  "set the policy to All, or list the settings in an Allowlist (Connect 4.2 and later)")
              .seen("Connect's manual on connector.client.config.override.policy")
              .when(WorkerRules::overrides),
          refused("topic-creation-off")
              .because(
                  "topic.creation settings are ignored, and the broker makes the topics or refuses")
              .fix("set topic.creation.enable=true")
              .seen("Connect's manual")
              .when(
                  setup ->
                      setup.config().keySet().stream()
                              .anyMatch(key -> key.startsWith("topic.creation."))
                          ? equalTo(setup, "topic.creation.enable", "false")
                          : Stream.empty()),
          refused("exactly-once-off")
              .because("the connector asks for exactly-once, and the worker refuses it")
              .fix("set exactly.once.source.support=preparing on all workers, then enabled")
              .seen("Connect's manual on exactly.once.source.support")
              .when(
                  setup ->
                      setup.is("exactly.once.support", "required")
                              && setup.worker().isPresent()
                              && !"enabled"
                                  .equalsIgnoreCase(line(setup, "exactly.once.source.support"))
                          ? Stream.of(found(setup, "exactly.once.source.support", "disabled"))
                          : Stream.empty()));

  private WorkerRules() {}

  private static Stream<Reference> references(Setup setup) {
    return setup.worker().isEmpty()
        ? Stream.empty()
        : setup.config().values().stream().flatMap(References::in);
  }

  private static List<String> providers(Setup setup) {
    return Setup.split(line(setup, PROVIDERS));
  }

  private static String line(Setup setup, String key) {
    return setup.worker().map((Map<String, String> worker) -> worker.get(key)).orElse("").strip();
  }

  private static Stream<Found> unfenced(Setup setup) {
    return providers(setup).stream()
        .map(name -> fence(setup, name))
        .flatMap(Optional::stream)
        .filter(fence -> List.of("", "/", ".*").contains(line(setup, fence)))
        .map(fence -> found(setup, fence, ""));
  }

  /** The line that limits a provider; empty for one that we don't know. */
  private static Optional<String> fence(Setup setup, String provider) {
    String prefix = PROVIDERS + "." + provider + ".";
    String type = line(setup, prefix + "class");
    if (type.endsWith("EnvVarConfigProvider")) {
      return Optional.of(prefix + "param.allowlist.pattern");
    }
    return type.endsWith(".FileConfigProvider") || type.endsWith("DirectoryConfigProvider")
        ? Optional.of(prefix + "param.allowed.paths")
        : Optional.empty();
  }

  private static Stream<Found> outside(Setup setup) {
    return references(setup)
        .distinct()
        .flatMap(
            reference ->
                fence(setup, reference.provider())
                    .filter(fence -> !line(setup, fence).isEmpty())
                    .filter(fence -> !allows(fence, line(setup, fence), reference))
                    .map(fence -> found(setup, fence, "").key())
                    .map(key -> new Found(key, "doesn't allow what the connector refers to"))
                    .stream());
  }

  private static boolean allows(String fence, String allowed, Reference reference) {
    if (fence.endsWith("allowed.paths")) {
      return Setup.split(allowed).stream()
          .map(folder -> folder.endsWith("/") ? folder : folder + "/")
          .anyMatch(folder -> (reference.path() + "/").startsWith(folder));
    }
    try {
      return Pattern.compile(allowed).matcher(reference.key()).matches();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  private static Stream<Found> above(Setup setup, String key, long byDefault, long most) {
    OptionalLong millis = Setup.parse(line(setup, key));
    return setup.worker().isPresent() && millis.orElse(byDefault) > most
        ? Stream.of(found(setup, key, Long.toString(byDefault)))
        : Stream.empty();
  }

  private static Stream<Found> equalTo(Setup setup, String key, String bad) {
    return bad.equalsIgnoreCase(line(setup, key))
        ? Stream.of(found(setup, key, ""))
        : Stream.empty();
  }

  private static Stream<Found> overrides(Setup setup) {
    List<String> overridden =
        setup.config().keySet().stream()
            .filter(key -> key.startsWith(OVERRIDE))
            .map(key -> key.substring(OVERRIDE.length()))
            .toList();
    List<String> allowed = Setup.split(line(setup, ALLOWLIST));
    return switch (line(setup, POLICY)) {
      case "None", "Principal" ->
          overridden.stream()
              .filter(key -> line(setup, POLICY).equals("None") || !key.startsWith("sasl."))
              .limit(1)
              .map(key -> found(setup, POLICY, ""));
      case "Allowlist" ->
          overridden.stream()
              .filter(key -> !allowed.contains(key))
              .map(key -> new Found(ALLOWLIST, "doesn't list [" + key + "]"));
      default -> Stream.empty();
    };
  }

  private static Found found(Setup setup, String key, String byDefault) {
    String value = line(setup, key);
    if (!value.isEmpty()) {
      return new Found(key, "of the worker is " + Secrets.shown(key, value));
    }
    return new Found(
        key,
        byDefault.isEmpty()
            ? "of the worker is not set"
            : "of the worker is not set and defaults to [" + byDefault + "]");
  }
}

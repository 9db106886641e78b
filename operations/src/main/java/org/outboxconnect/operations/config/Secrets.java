package org.outboxconnect.operations.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which keys hold secrets, and how a value may be shown. */
final class Secrets {

  private static final Pattern WORDS =
      Pattern.compile(
          "password|passphrase|secret|token|credential|jaas|api.?key|private.?key|keystore\\.key"
              + "|auth\\.user\\.info|connection.?string");

  /** What is named after a secret and says where or how. */
  private static final Pattern PLACE =
      Pattern.compile(".*\\.(url|path|file|location|class|ms|seconds|name|id|type|aud|scope)");

  private static final Pattern JAAS_PASSWORD =
      Pattern.compile("(?i)(?:password|secret)\\s*=\\s*(?:\"([^\"]*)\"|([^\\s;]*))");

  private static final int LONGEST_SHOWN = 80;

  private Secrets() {}

  /** Whether a value under this key has to come from a config provider. */
  static boolean isSecret(String key) {
    String name = key.toLowerCase(Locale.ROOT);
    return WORDS.matcher(name).find() && !PLACE.matcher(name).matches();
  }

  /** Whether the value holds the secret itself; a JAAS line may hold both, name and reference. */
  static boolean isPlain(String key, String value) {
    if (value.isBlank()) {
      return false;
    }
    return key.toLowerCase(Locale.ROOT).endsWith("jaas.config")
        ? plainInJaas(value)
        : !References.isReference(value);
  }

  private static boolean plainInJaas(String value) {
    Matcher matcher = JAAS_PASSWORD.matcher(value);
    while (matcher.find()) {
      String secret = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      if (!References.isReference(secret)) {
        return true;
      }
    }
    return false;
  }

  /** The value in brackets, unless it could hold a secret. */
  static String shown(String key, String value) {
    boolean hidden =
        WORDS.matcher(key.toLowerCase(Locale.ROOT)).find()
            || WORDS.matcher(value.toLowerCase(Locale.ROOT)).find()
            || value.matches("(?s).*://.*@.*");
    if (hidden) {
      return "[hidden]";
    }
    return value.length() <= LONGEST_SHOWN
        ? "[" + value + "]"
        : "[" + value.substring(0, LONGEST_SHOWN) + "…]";
  }
}

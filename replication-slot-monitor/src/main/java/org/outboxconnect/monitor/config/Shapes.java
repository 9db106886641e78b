package org.outboxconnect.monitor.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All shapes that settings have. */
final class Shapes {

  private static final int LONGEST_TEXT = 500;
  private static final Pattern PRINTABLE = Pattern.compile("[^\\p{Cntrl}]+");
  private static final Pattern ADDRESS = Pattern.compile("(\\[[^\\]]+]|[^:]+):(\\d{1,5})");
  private static final int LAST_PORT = 65_535;

  static final Shape<String> TEXT = Shape.of("a text", Shapes::text, "");
  static final Shape<String> SECRET = Shape.of("a text", Shapes::secret, "").hidden();

  static final Shape<String> SLOT =
      matching("the name of a replication slot (lower-case letters, digits, _)", "[a-z0-9_]{1,63}");

  static final Shape<String> SLOT_PATTERN =
      matching("the name of a replication slot in which * stands for anything", "[a-z0-9_*]{1,63}");

  static final Shape<Path> FILE = Shape.of("a path", Shapes::path, Path.of(""));

  /** Not yet checked: {@code ServerAccess} does. */
  static final Shape<String> JDBC_URL =
      Shape.of("a JDBC URL such as jdbc:postgresql://host:5432/database", Shapes::secret, "")
          .hidden();

  static final Shape<URI> WEB_URL =
      Shape.of("a URL that begins with http:// or https://", Shapes::webUrl, URI.create("http://x"))
          .hidden();

  static final Shape<MonitorConfig.Listen> ADDRESS_AND_PORT =
      Shape.of(
          "an address and a port such as 127.0.0.1:9188 or [::]:9188",
          Shapes::listen,
          new MonitorConfig.Listen("localhost", 0));

  private Shapes() {}

  static Shape<Duration> duration(String shortest, String longest) {
    Duration least = Durations.required(shortest);
    Duration most = Durations.required(longest);
    return Shape.of(
        "a duration from %s to %s such as 90s, 5m, 4h, 1d or PT90S".formatted(shortest, longest),
        text -> within(Durations.parse(text), least, most),
        least);
  }

  static Shape<Long> size() {
    return Shape.of("a size above zero such as 16MB or 100GiB", Sizes::parse, 1L);
  }

  static Shape<Long> number(long least, long most) {
    return Shape.of(
        "a whole number from %d to %d".formatted(least, most),
        text -> text.matches("\\d{1,18}") ? within(Long.valueOf(text), least, most) : null,
        least);
  }

  static <E extends Enum<E>> Shape<E> word(List<E> all) {
    return Shape.of(
        "one of " + all.stream().map(Shapes::spelled).collect(Collectors.joining(", ")),
        text -> all.stream().filter(word -> spelled(word).equals(text)).findFirst().orElse(null),
        all.get(0));
  }

  static String spelled(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <T extends Comparable<T>> @Nullable T within(@Nullable T value, T least, T most) {
    boolean fits = value != null && value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    return fits ? value : null;
  }

  private static Shape<String> matching(String expected, String regex) {
    return Shape.of(expected, text -> text.matches(regex) ? text : null, "");
  }

  private static @Nullable String text(String text) {
    return text.length() <= LONGEST_TEXT && PRINTABLE.matcher(text).matches() ? text : null;
  }

  private static @Nullable String secret(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable Path path(String text) {
    try {
      return text.isBlank() ? null : Path.of(text);
    } catch (InvalidPathException noPath) {
      return null;
    }
  }

  static @Nullable URI webUrl(String text) {
    try {
      URI url = new URI(text);
      boolean web = Arrays.asList("http", "https").contains(url.getScheme());
      return web && url.getHost() != null && url.getUserInfo() == null ? url : null;
    } catch (URISyntaxException noUrl) {
      return null;
    }
  }

  private static MonitorConfig.@Nullable Listen listen(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > LAST_PORT) {
      return null;
    }
    String host = matcher.group(1).replaceAll("[\\[\\]]", "");
    return new MonitorConfig.Listen(host, Integer.parseInt(matcher.group(2)));
  }
}

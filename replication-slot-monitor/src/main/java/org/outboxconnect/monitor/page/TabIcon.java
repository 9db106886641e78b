package org.outboxconnect.monitor.page;

import org.outboxconnect.monitor.verdict.Severity;

/** A picture for the browser's tab: colour and shape of the gravest verdict. */
final class TabIcon {

  private TabIcon() {}

  static String of(Severity severity) {
    String shape =
        switch (severity) {
          case OK ->
              picture("1f7a43", "<circle cx='12' cy='12' r='11'/>", "M7 12.5l3.5 3.5 6.5-7.5");
          case INFO -> picture("2468b2", "<circle cx='12' cy='12' r='11'/>", "M12 7v.1M12 11v6");
          case WARNING -> picture("a86400", "<path d='M12 1l11.5 21H.5z'/>", "M12 9v5M12 18v.1");
          case CRITICAL ->
              picture(
                  "b3261e",
                  "<path d='M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9z'/>",
                  "M8 8l8 8M16 8l-8 8");
        };
    return "data:image/svg+xml,"
        + shape.replace("<", "%3C").replace(">", "%3E").replace("#", "%23");
  }

  private static String picture(String colour, String shape, String sign) {
    return ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='#%s'>%s"
            + "<path d='%s' fill='none' stroke='white' stroke-width='2.5' stroke-linecap='round'/></svg>")
        .formatted(colour, shape, sign);
  }
}

package org.outboxconnect.monitor.page;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** The status page as a browser shows it. */
final class Tab implements AutoCloseable {

  /** Elements with a text of their own. */
  static final String TEXTS = "body *:not(svg *)";

  private static final Path PICTURES = Path.of("target", "screenshots");

  /** Contrast of a colour to the first opaque background behind it, as WCAG defines it. */
  private static final String CONTRASTS =
      """
      ([selector, property]) => {
        const parts = colour => colour.match(/[\\d.]+/g).map(Number);
        const light = colour => {
          const [r, g, b] = parts(colour).map(v => v / 255)
              .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const opaque = colour => parts(colour).length < 4 || parts(colour)[3] === 1;
        const behind = element => {
          for (let e = element; e; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if (opaque(colour)) return colour;
          }
          return 'rgb(255, 255, 255)';
        };
        const shows = e => property !== 'color'
            || [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
        const found = {};
        for (const e of [...document.querySelectorAll(selector)].filter(shows)) {
          const style = getComputedStyle(e);
          if (!opaque(style[property])) throw new Error('translucent: ' + style[property]);
          const [low, high] = [light(style[property]), light(behind(e))].sort((a, b) => a - b);
          const name = `${e.tagName}.${e.getAttribute('class')} ${style[property]} on ${behind(e)}`;
          found[name] = (high + 0.05) / (low + 0.05);
        }
        return found;
      }
      """;

  private final BrowserContext context;
  private final Page page;
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  Tab(BrowserContext context, String url) {
    this.context = context;
    page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (!message.type().equals("log")) {
            complaints.add(message.text());
          }
        });
    page.navigate(url);
  }

  /** Errors and warnings of the browser. */
  List<String> complaints() {
    return complaints;
  }

  Object evaluate(String script) {
    return page.evaluate(script);
  }

  int number(String expression) {
    return ((Number) page.evaluate(expression)).intValue();
  }

  List<String> texts(String expression) {
    return ((List<?>) page.evaluate(expression)).stream().map(String::valueOf).toList();
  }

  /** Contrast by element and colours. */
  Map<String, Double> contrasts(String selector, String property) {
    Map<?, ?> found = (Map<?, ?>) page.evaluate(CONTRASTS, List.of(selector, property));
    return found.entrySet().stream()
        .collect(
            Collectors.toMap(
                one -> (String) one.getKey(), one -> ((Number) one.getValue()).doubleValue()));
  }

  void picture(String name) {
    page.screenshot(
        new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")).setFullPage(true));
  }

  @Override
  public void close() {
    context.close();
  }
}

package org.outboxconnect.monitor.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The Chromium of this machine; Playwright brings none. */
final class Chromium implements AutoCloseable {

  private static final int HEIGHT = 800;
  private static final int DESKTOP = 1280;

  private final Playwright playwright =
      Playwright.create(
          new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
  private final Browser browser =
      playwright
          .chromium()
          .launch(
              new BrowserType.LaunchOptions()
                  .setExecutablePath(executable())
                  .setChromiumSandbox(false) // CI runs as root, where it can't
                  .setArgs(List.of("--disable-gpu", "--disable-dev-shm-usage")));

  private static Path executable() {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getenv("PATH"))
        .map(folder -> Path.of(folder, "chromium"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  /** Opens the page in a browser that runs no script. */
  Tab open(int port, ColorScheme scheme, int width) {
    return open(port, options(scheme, width).setJavaScriptEnabled(false));
  }

  Tab openWithScripts(int port) {
    return open(port, options(ColorScheme.LIGHT, DESKTOP));
  }

  private static Browser.NewContextOptions options(ColorScheme scheme, int width) {
    return new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(width, HEIGHT);
  }

  private Tab open(int port, Browser.NewContextOptions options) {
    return new Tab(browser.newContext(options), "http://127.0.0.1:%d/".formatted(port));
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}

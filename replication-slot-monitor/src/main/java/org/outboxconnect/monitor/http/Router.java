package org.outboxconnect.monitor.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.outboxconnect.monitor.page.StatusPage;

/**
 * Finds the resource of a path and sends its answer. A path has to match as a whole; a query is
 * ignored, a body is not read.
 */
final class Router implements HttpHandler {

  private static final Logger LOG = System.getLogger(Router.class.getName());
  private static final String HEAD = "HEAD";
  private static final Set<String> METHODS = Set.of("GET", HEAD);
  private static final String GZIP = "gzip";
  private static final int NO_BODY = -1;
  private static final int CHUNKED = 0;
  private static final int BUFFER_BYTES = 1 << 14;

  private final Map<String, Resource> resources;

  Router(Map<String, Resource> resources) {
    this.resources = Map.copyOf(resources);
  }

  @Override
  public void handle(HttpExchange exchange) {
    try (exchange) {
      send(exchange, answer(exchange));
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, "A client went away before it had its answer", gone);
    } catch (RuntimeException unexpected) {
      // The answer has begun, so that the client can only be told by the end of the connection.
      LOG.log(Level.ERROR, "An answer was cut short", unexpected);
    }
  }

  private Answer answer(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    Resource resource = path == null ? null : resources.get(path);
    if (resource == null) {
      return Answer.text(
          Answer.NOT_FOUND, "Nothing here. [Hint: try %s]".formatted(String.join(", ", paths())));
    }
    if (!METHODS.contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return Answer.text(Answer.NOT_ALLOWED, "Only GET and HEAD: the monitor changes nothing");
    }
    try {
      return resource.answer(exchange.getRequestHeaders().getFirst("Accept"));
    } catch (RuntimeException unexpected) {
      LOG.log(Level.ERROR, "Cannot answer a request", unexpected);
      return Answer.text(Answer.FAILED, "The monitor has failed to answer; its log says why");
    }
  }

  private List<String> paths() {
    return resources.keySet().stream().sorted().toList();
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    boolean zipped = acceptsGzip(exchange.getRequestHeaders());
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.contentType());
    headers.set("Cache-Control", "no-store");
    headers.set("Vary", "Accept, Accept-Encoding");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Content-Security-Policy", StatusPage.contentSecurityPolicy());
    if (zipped) {
      headers.set("Content-Encoding", GZIP);
    }
    if (HEAD.equals(exchange.getRequestMethod())) {
      exchange.sendResponseHeaders(answer.status(), NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(answer.status(), CHUNKED);
    OutputStream plain = new BufferedOutputStream(exchange.getResponseBody(), BUFFER_BYTES);
    try (OutputStream body = zipped ? new GZIPOutputStream(plain) : plain) {
      answer.body().writeTo(body);
    }
  }

  private static boolean acceptsGzip(Headers headers) {
    String accepted = headers.getFirst("Accept-Encoding");
    return accepted != null && accepted.contains(GZIP) && !accepted.contains(GZIP + ";q=0");
  }
}

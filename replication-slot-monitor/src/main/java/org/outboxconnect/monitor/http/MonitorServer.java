package org.outboxconnect.monitor.http;

import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.json.StatusJson;
import org.outboxconnect.monitor.metrics.StatusMetrics;
import org.outboxconnect.monitor.page.StatusPage;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.StatusBoard;
import org.outboxconnect.monitor.thread.SmallThreads;

/**
 * Serves the status page, metrics, JSON and health over HTTP, from what the board knows: no request
 * asks a database. Safe for use by many threads; serves from {@link #start} to {@link #close}.
 *
 * <p>There is neither a password nor encryption: what is served holds names and figures, never rows
 * or secrets. Put a proxy before it where that is too much.
 */
public final class MonitorServer implements AutoCloseable {

  private static final int THREADS = 8;
  private static final int QUEUE = 64;
  private static final int IDLE_SECONDS = 60;
  private static final int BACKLOG = 64;

  private final HttpServer server;
  private final ExecutorService threads;

  private MonitorServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Begins to serve, and registers the metrics of the board.
   *
   * @param listen where; port 0 for any free one
   * @param board what is known; asked at each request
   * @param alive whether the monitor polls; asked at each request
   * @param registry metrics to serve; gets those of the board as well
   * @param clock tells how old what is known has become
   * @throws ListenException if the address can't be used; nothing has been registered
   */
  public static MonitorServer start(
      MonitorConfig.Listen listen,
      StatusBoard board,
      BooleanSupplier alive,
      PrometheusRegistry registry,
      InstantSource clock) {
    ServerLimits.apply();
    HttpServer server = bind(listen);
    StatusBoard now = () -> at(board.get(), clock);
    registry.register(new StatusMetrics(now));
    ExecutorService threads = threads();
    server.setExecutor(threads);
    server.createContext("/", new Router(resources(now, alive, registry)));
    server.start();
    return new MonitorServer(server, threads);
  }

  private static HttpServer bind(MonitorConfig.Listen listen) {
    try {
      InetSocketAddress address = new InetSocketAddress(listen.host(), listen.port());
      if (address.isUnresolved()) {
        throw new UnknownHostException("no address is known for that name");
      }
      return HttpServer.create(address, BACKLOG);
    } catch (IOException refused) {
      throw new ListenException(listen, refused);
    }
  }

  /** Ages count up to now, even if no poll has changed the status for long. */
  private static MonitorStatus at(MonitorStatus status, InstantSource clock) {
    return new MonitorStatus(
        clock.instant(),
        status.pollInterval(),
        status.servers(),
        status.connectors(),
        status.canaries());
  }

  private static Map<String, Resource> resources(
      StatusBoard board, BooleanSupplier alive, PrometheusRegistry registry) {
    return Map.of(
        "/",
        accept -> Answer.of(Answer.OK, Answer.HTML, StatusPage.render(board.get())),
        "/metrics",
        new Scrape(registry),
        "/api/v1/slots",
        accept -> json(board.get()),
        "/health/live",
        accept -> Health.live(alive),
        "/health/ready",
        accept -> Health.ready(board));
  }

  private static Answer json(MonitorStatus status) {
    return new Answer(Answer.OK, Answer.JSON, out -> StatusJson.writeSlots(status, out));
  }

  /** Few threads and a short queue: what is beyond is refused by the end of its connection. */
  private static ExecutorService threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            new SmallThreads("outbox-monitor-http"));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** The port that is listened on. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Stops at once; requests under way are cut off. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

package org.outboxconnect.it.cdc;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.outboxconnect.stack.connect.ConnectWorker;

/**
 * The metrics of plugins as a worker's JMX shows them. Attaches to its process, so that nothing has
 * to listen on a port.
 */
final class WorkerMetrics implements AutoCloseable {

  private final JMXConnector connector;

  private WorkerMetrics(JMXConnector connector) {
    this.connector = connector;
  }

  @SuppressWarnings("BanJNDI") // the address is that of a child process of ours
  static WorkerMetrics of(ConnectWorker worker) throws Exception {
    VirtualMachine process = VirtualMachine.attach(Long.toString(worker.pid()));
    try {
      JMXServiceURL address = new JMXServiceURL(process.startLocalManagementAgent());
      return new WorkerMetrics(JMXConnectorFactory.connect(address));
    } finally {
      process.detach();
    }
  }

  /**
   * What a transformation of a connector's task 0 counts: by the metric's name, with the value of
   * its own tag behind a blank if it has one.
   */
  Map<String, Long> of(String connectorName, String alias, String tag)
      throws IOException, JMException {
    MBeanServerConnection server = connector.getMBeanServerConnection();
    ObjectName pattern =
        new ObjectName(
            "kafka.connect:type=plugins,connector=%s,task=0,transformation=%s,*"
                .formatted(connectorName, alias));
    Map<String, Long> counts = new TreeMap<>();
    for (ObjectName bean : server.queryNames(pattern, null)) {
      String tagged = bean.getKeyProperty(tag);
      for (MBeanAttributeInfo info : server.getMBeanInfo(bean).getAttributes()) {
        String name = info.getName() + (tagged == null ? "" : " " + tagged);
        counts.put(name, (Long) server.getAttribute(bean, info.getName()));
      }
    }
    return counts;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}

/** Tests of the archives, the connector configuration and the deployment files. */
package org.outboxconnect.plugin;

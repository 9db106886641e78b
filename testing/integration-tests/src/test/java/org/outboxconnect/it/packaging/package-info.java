/** The assembled archives on the class loaders of every supported worker, without a broker. */
package org.outboxconnect.it.packaging;

package org.outboxconnect.client;

import java.util.List;

/**
 * A call of this module, in the words of its error messages.
 *
 * @param what it does, as in "append 3 events"
 * @param uses the function or table, quoted as in SQL
 * @param migrations folder of the migrations that make it
 * @param grant what a role needs to use it
 * @param ids of its events, in order
 */
record Call(String what, String uses, String migrations, String grant, List<String> ids) {}

/** Child processes, their folder and their ports: what every part of the stack is made of. */
@NullMarked
package org.outboxconnect.stack.process;

import org.jspecify.annotations.NullMarked;

/** What tests of every module share. Starts no server. */
@NullMarked
package org.outboxconnect.testing;

import org.jspecify.annotations.NullMarked;

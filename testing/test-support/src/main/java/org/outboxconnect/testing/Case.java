package org.outboxconnect.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Ties a test to the open cases that it covers; {@code testing/cases.txt} lists every case and a
 * drift test compares the two.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Case {

  /** Case numbers as written in the list, for example {@code "17"} or {@code "P9"}. */
  String[] value();
}

package org.outboxconnect.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Says that a test class or method runs executables of this machine, for example {@code psql}.
 *
 * <p>Where one of them is not on the {@code PATH}, the test is skipped with a message and named in
 * the line {@code SKIPPED n: tool (tests)} at the end of the build. With {@code CI=true} in the
 * environment it fails instead: CI installs every tool, so a missing one is a fault there.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RequiredToolCondition.class)
public @interface RequiredTool {

  /** Names of executables, without folder: {@code "psql"}, {@code "docker-compose"}. */
  String[] value();
}

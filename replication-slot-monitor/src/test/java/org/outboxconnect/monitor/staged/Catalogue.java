package org.outboxconnect.monitor.staged;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

/**
 * What a test stages of the failure catalogue, and what has to be said when. {@link Course} asserts
 * it, and the page of cases is made of it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Catalogue {

  /** Cases of the catalogue; none for what is staged beside it. */
  int[] cases();

  /** How it is staged, as the end of a sentence. */
  String how();

  /** What has to be said. */
  Verdict verdict();

  /** How grave it has to be; {@link Severity#OK} stands for "nobody is called". */
  Severity severity();

  /** A word of the likely cause. */
  String cause();

  /** How long the condition has to hold, as the rule asks. */
  String held() default "PT0S";

  /** Major versions that it is staged on. */
  String on() default "14, 18";
}

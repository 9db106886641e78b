package org.outboxconnect.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Rules for the main code of every module. */
final class CodeRules {

  static final ArchRule NO_KAFKA_INTERNALS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka.common.utils..",
              "org.apache.kafka.common.cache..",
              "org.apache.kafka.connect.runtime..",
              "org.apache.kafka.connect.util..",
              "org.apache.kafka.connect.transforms.util..",
              "..internals..")
          .because(
              "Kafka moves its internals between minor releases, and one archive runs on all"
                  + " workers from 4.1 on; use the public API, or write the few lines that you need"
                  + " yourself");

  static final ArchRule NO_DEBEZIUM =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.debezium..")
          .because(
              "the slim archive is unpacked into whatever Debezium a team has; know a record by its"
                  + " schema name and columns, not by Debezium's classes");

  static final ArchRule NULL_MARKED =
      classes()
          .should(resideInANullMarkedPackage())
          .because(
              "NullAway checks marked packages only; add a package-info.java with @NullMarked from"
                  + " org.jspecify.annotations");

  private CodeRules() {}

  private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
    return new ArchCondition<>("reside in a @NullMarked package") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        boolean marked = item.getPackage().isAnnotatedWith(NullMarked.class);
        String message = "%s resides in package %s".formatted(item, item.getPackageName());
        events.add(new SimpleConditionEvent(item, marked, message));
      }
    };
  }
}

package org.outboxconnect.monitor.staged;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A class of tests that runs once on a server of each of {@link Majors}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Tag("ci")
@ParameterizedClass(name = "PostgreSQL {0}")
@ArgumentsSource(Majors.class)
@interface OnServers {}

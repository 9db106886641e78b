package org.outboxconnect.monitor.staged;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The oldest and the newest major version. Others are staged with {@code -Doutbox.majors=15,16,17}.
 */
final class Majors implements ArgumentsProvider {

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return Arrays.stream(System.getProperty("outbox.majors", "14,18").split(",", -1))
        .map(Integer::valueOf)
        .map(Arguments::of);
  }
}

package org.outboxconnect.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips, or with {@code CI=true} fails, a test whose {@link RequiredTool} is not there. */
final class RequiredToolCondition implements ExecutionCondition {

  /** Configuration parameter that stands in for the variable {@code CI}: for our own tests. */
  static final String CI_PARAMETER = "outbox.ci";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), RequiredTool.class)
        .flatMap(RequiredToolCondition::firstMissing)
        .map(tool -> missing(tool, context))
        .orElseGet(() -> ConditionEvaluationResult.enabled("every required tool is there"));
  }

  private static Optional<String> firstMissing(RequiredTool required) {
    return Arrays.stream(required.value()).filter(tool -> !isOnPath(tool)).findFirst();
  }

  private static boolean isOnPath(String tool) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, tool))
        .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }

  private static ConditionEvaluationResult missing(String tool, ExtensionContext context) {
    if (isCi(context)) {
      throw new MissingToolException(tool);
    }
    SkippedTests.here(context).record(tool, nameOf(context));
    return ConditionEvaluationResult.disabled(
        "[%s] is not on the PATH. [Hint: install it; with CI=true this is a failure]"
            .formatted(tool));
  }

  private static boolean isCi(ExtensionContext context) {
    @Nullable String environment = System.getenv("CI");
    return context
        .getConfigurationParameter(CI_PARAMETER)
        .or(() -> Optional.ofNullable(environment))
        .filter("true"::equals)
        .isPresent();
  }

  private static String nameOf(ExtensionContext context) {
    String className = context.getRequiredTestClass().getSimpleName();
    return context.getTestMethod().map(m -> className + "." + m.getName()).orElse(className);
  }
}

package org.outboxconnect.testing;

/** A tool that CI promises to install is not there, so a test could not run. */
final class MissingToolException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  MissingToolException(String tool) {
    super(
        ("Cannot run this test: [%s] is not on the PATH, and with CI=true no test may be skipped"
                + " for want of a tool. [Hint: let .ci/run install it]")
            .formatted(tool));
  }
}

package org.outboxconnect.rules;

/** One source file, its path relative to the repository. */
record SourceFile(String path, String text) {

  /** The name of its top-level class. */
  String className() {
    return path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.java$", "");
  }

  boolean isIn(String module) {
    return path.startsWith(module + "/");
  }
}

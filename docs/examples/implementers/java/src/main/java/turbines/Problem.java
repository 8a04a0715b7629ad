package turbines;

import graphql.ErrorClassification;
import java.util.List;
import java.util.Map;

/** Why a request was refused. */
class Problem extends RuntimeException {

  enum Kind implements ErrorClassification {
    NO_BADGE,
    WRONG_BADGE,
    NO_SUCH_TURBINE,
    CODE_IN_USE,
    OPTIMISTIC_LOCK,
    IMPOSSIBLE
  }

  /** The defect of one value. */
  record Violation(String path, String message) {
    Map<String, Object> asMap() {
      return Map.of("path", path, "message", message);
    }
  }

  private final Kind kind;
  private final transient Map<String, Object> extensions;

  Problem(Kind kind, String message) {
    this(kind, message, Map.of());
  }

  private Problem(Kind kind, String message, Map<String, Object> extensions) {
    super(message);
    this.kind = kind;
    this.extensions = extensions;
  }

  static Problem optimisticLock(long lockVersion) {
    String message = "The turbine was changed; its lock version is " + lockVersion + ".";
    return new Problem(Kind.OPTIMISTIC_LOCK, message, Map.of("lockVersion", lockVersion));
  }

  static Problem impossible(List<Violation> violations) {
    List<Map<String, Object>> listed = violations.stream().map(Violation::asMap).toList();
    return new Problem(Kind.IMPOSSIBLE, "No turbine can do this.", Map.of("violations", listed));
  }

  Kind kind() {
    return kind;
  }

  Map<String, Object> extensions() {
    return extensions;
  }
}

package turbines;

import java.util.Arrays;
import turbines.Problem.Kind;

/** The role of a caller. */
enum Badge {
  OPERATOR,
  CONTROLLER,
  CREW,
  TOURIST;

  /** The badge with this number, or null. */
  static Badge of(String number) {
    return switch (number) {
      case "mistral" -> OPERATOR;
      case "bora" -> CONTROLLER;
      case "foehn" -> CREW;
      case "zephyr" -> TOURIST;
      default -> null;
    };
  }

  /** Throws unless the badge is one of the allowed ones. */
  static void require(Badge badge, Badge... allowed) {
    if (badge == null) {
      throw new Problem(Kind.NO_BADGE, "A badge of this company is required.");
    }
    if (!Arrays.asList(allowed).contains(badge)) {
      throw new Problem(Kind.WRONG_BADGE, "This is not for a " + badge + ".");
    }
  }
}

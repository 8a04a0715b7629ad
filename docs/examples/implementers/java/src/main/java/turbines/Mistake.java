package turbines;

import java.util.Arrays;
import java.util.Locale;

/** Mistakes that are easily made in such a server. The variable MISTAKE chooses one. */
enum Mistake {
  /** report never compares the lock version. */
  REPORT_UNLOCKED,
  /** report checks first and stores later, and holds no lock in between. */
  CHECK_THEN_ACT,
  /** adjust builds a new Turbine, without its telemetry. */
  ADJUST_REBUILDS,
  /** report sets the setpoint to what the turbine puts out. */
  REPORT_CURTAILS,
  /** report merges with Optional.orElse, so that null clears nothing. */
  OR_ELSE_OLD,
  /** report adds alarms to those that are there. */
  ADD_ALL_ALARMS,
  /** report asks for a badge, and not for whose it is. */
  REPORT_UNSECURED,
  /** turbineEvents is open to everybody with a badge. */
  EVENTS_UNSECURED,
  /** Events carry the turbine as it was before it was saved. */
  PUBLISH_BEFORE_SAVE,
  /** report loads the turbine before it looks at the role. */
  LOAD_BEFORE_ROLE;

  private static final String CHOSEN = System.getenv().getOrDefault("MISTAKE", "");

  boolean isMade() {
    return spelled().equals(CHOSEN);
  }

  private String spelled() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static void requireKnown() {
    if (!CHOSEN.isEmpty() && Arrays.stream(values()).noneMatch(Mistake::isMade)) {
      throw new IllegalArgumentException("MISTAKE is none of " + Arrays.toString(values()));
    }
  }
}

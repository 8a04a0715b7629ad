package turbines;

import java.util.Arrays;
import java.util.Locale;

/** Typical mistakes in such a server. The variable MISTAKE enables one. */
enum Mistake {
  /** report never compares the lock version. */
  REPORT_UNLOCKED,
  /** report checks first and stores later, without a lock in between. */
  CHECK_THEN_ACT,
  /** adjust builds a new Turbine, without its telemetry. */
  ADJUST_REBUILDS,
  /** report sets the setpoint to the reported output. */
  REPORT_CURTAILS,
  /** report merges with Optional.orElse, so that null clears nothing. */
  OR_ELSE_OLD,
  /** report adds alarms to the stored ones. */
  ADD_ALL_ALARMS,
  /** report requires a badge but ignores its role. */
  REPORT_UNSECURED,
  /** turbineEvents is open to everyone with a badge. */
  EVENTS_UNSECURED,
  /** Events contain the turbine before the change. */
  PUBLISH_BEFORE_SAVE,
  /** report loads the turbine before it checks the role. */
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

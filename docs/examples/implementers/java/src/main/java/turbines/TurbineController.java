package turbines;

import java.util.ArrayList;
import java.util.List;
import org.springframework.data.domain.OffsetScrollPosition;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SubscriptionMapping;
import org.springframework.graphql.data.query.ScrollSubrange;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import turbines.Problem.Violation;
import turbines.Turbine.Setpoint;
import turbines.TurbineEvent.Happening;

@Controller
class TurbineController {

  private static final int PAGE_SIZE = 50;
  private static final Badge[] STAFF = {Badge.OPERATOR, Badge.CONTROLLER, Badge.CREW};

  private final TurbineStore store;

  TurbineController(TurbineStore store) {
    this.store = store;
  }

  @QueryMapping
  Turbine turbine(
      @Argument String farm, @Argument String code, @ContextValue(required = false) Badge badge) {
    Badge.require(badge, STAFF);
    return store.find(farm, code);
  }

  @QueryMapping
  Window<Turbine> turbines(
      @Argument String farm, ScrollSubrange subrange, @ContextValue(required = false) Badge badge) {
    Badge.require(badge, STAFF);
    List<Turbine> all = store.inFarm(farm);
    OffsetScrollPosition after =
        (OffsetScrollPosition) subrange.position().orElse(ScrollPosition.offset());
    int start = after.isInitial() ? 0 : (int) after.getOffset() + 1;
    int from = Math.min(start, all.size());
    int to = Math.min(from + subrange.count().orElse(PAGE_SIZE), all.size());
    return Window.from(
        all.subList(from, to), index -> ScrollPosition.offset(from + index), to < all.size());
  }

  @MutationMapping
  Turbine commission(
      @Argument TurbineKey turbine,
      @Argument Setpoint setpoint,
      @ContextValue(required = false) Badge badge) {
    Badge.require(badge, Badge.OPERATOR);
    check(setpoint);
    return store.add(turbine.farm(), turbine.code(), setpoint);
  }

  @MutationMapping
  Turbine adjust(
      @Argument TurbineRef turbine,
      @Argument Setpoint setpoint,
      @ContextValue(required = false) Badge badge) {
    Badge.require(badge, Badge.OPERATOR);
    return store.update(
        turbine,
        Happening.ADJUSTED,
        stored -> {
          check(setpoint);
          Turbine adjusted = stored.withSetpoint(setpoint);
          return Mistake.ADJUST_REBUILDS.isMade() ? adjusted.withTelemetry(null) : adjusted;
        });
  }

  @MutationMapping
  Turbine report(
      @Argument TurbineRef turbine,
      @Argument TelemetryInput telemetry,
      @ContextValue(required = false) Badge badge)
      throws InterruptedException {
    if (Mistake.LOAD_BEFORE_ROLE.isMade()) {
      store.get(turbine.farm(), turbine.code());
    }
    Badge.require(
        badge, Mistake.REPORT_UNSECURED.isMade() ? Badge.values() : new Badge[] {Badge.CONTROLLER});
    return store.update(
        seenBy(turbine),
        Happening.REPORTED,
        stored -> {
          check(telemetry);
          Turbine reported = stored.withTelemetry(telemetry.mergedInto(stored.telemetry()));
          return Mistake.REPORT_CURTAILS.isMade() ? curtailed(reported) : reported;
        });
  }

  @MutationMapping
  boolean decommission(@Argument TurbineRef turbine, @ContextValue(required = false) Badge badge) {
    Badge.require(badge, Badge.OPERATOR);
    store.remove(turbine);
    return true;
  }

  @SubscriptionMapping
  Flux<TurbineEvent> turbineEvents(
      @Argument String farm,
      @Argument Long afterSequence,
      @ContextValue(required = false) Badge badge) {
    Badge.require(badge, Mistake.EVENTS_UNSECURED.isMade() ? Badge.values() : STAFF);
    return store
        .follow(afterSequence)
        .filter(event -> farm == null || farm.equals(event.turbine().farm()));
  }

  /**
   * The turbine that a report is compared with: the one that its sender has read, unless a mistake is enabled.
   */
  private TurbineRef seenBy(TurbineRef turbine) throws InterruptedException {
    boolean isLate = Mistake.CHECK_THEN_ACT.isMade();
    if (!isLate && !Mistake.REPORT_UNLOCKED.isMade()) {
      return turbine;
    }
    Turbine stored = store.get(turbine.farm(), turbine.code());
    if (isLate && stored.lockVersion() != turbine.lockVersion()) {
      return turbine;
    }
    Thread.sleep(isLate ? 5 : 0);
    long current = store.get(turbine.farm(), turbine.code()).lockVersion();
    return new TurbineRef(turbine.farm(), turbine.code(), current);
  }

  private static Turbine curtailed(Turbine turbine) {
    Setpoint old = turbine.setpoint();
    Integer output = turbine.telemetry().outputKw();
    int power = output == null ? old.powerKw() : output;
    return turbine.withSetpoint(
        new Setpoint(power, old.pitchDegrees(), old.mode(), old.curtailments()));
  }

  private static void check(Setpoint setpoint) {
    List<Violation> violations = new ArrayList<>();
    if (setpoint.powerKw() < 0 || setpoint.powerKw() > 20_000) {
      violations.add(new Violation("setpoint.powerKw", "must be from 0 to 20000"));
    }
    if (setpoint.pitchDegrees() < -5 || setpoint.pitchDegrees() > 95) {
      violations.add(new Violation("setpoint.pitchDegrees", "must be from -5 to 95"));
    }
    refuse(violations);
  }

  private static void check(TelemetryInput telemetry) {
    List<Violation> violations = new ArrayList<>();
    Integer output = telemetry.outputKw().value();
    if (output != null && output < 0) {
      violations.add(new Violation("telemetry.outputKw", "must not be negative"));
    }
    refuse(violations);
  }

  private static void refuse(List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw Problem.impossible(violations);
    }
  }
}

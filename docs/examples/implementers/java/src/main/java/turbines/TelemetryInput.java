package turbines;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.graphql.data.ArgumentValue;
import turbines.Turbine.State;
import turbines.Turbine.Telemetry;
import turbines.Turbine.Temperature;
import turbines.Turbine.Wind;

/** A change of the telemetry. Omitted values stay; null clears a value. */
record TelemetryInput(
    ArgumentValue<State> state,
    ArgumentValue<Integer> outputKw,
    ArgumentValue<Wind> wind,
    ArgumentValue<List<String>> alarms,
    ArgumentValue<List<Temperature>> temperatures) {

  Telemetry mergedInto(Telemetry stored) {
    Telemetry old = stored == null ? Telemetry.NONE : stored;
    List<String> raised = merged(alarms, old, Telemetry::alarms);
    if (Mistake.ADD_ALL_ALARMS.isMade() && alarms.isPresent()) {
      raised = new ArrayList<>(old.alarms());
      raised.addAll(alarms.value());
    }
    return new Telemetry(
        merged(state, old, Telemetry::state),
        merged(outputKw, old, Telemetry::outputKw),
        merged(wind, old, Telemetry::wind),
        orEmpty(raised),
        orEmpty(merged(temperatures, old, Telemetry::temperatures)));
  }

  private static <T> T merged(ArgumentValue<T> given, Telemetry old, Function<Telemetry, T> part) {
    if (Mistake.OR_ELSE_OLD.isMade()) {
      return Optional.ofNullable(given.value()).orElse(part.apply(old));
    }
    return given.isOmitted() ? part.apply(old) : given.value();
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}

package turbines;

import java.time.OffsetDateTime;
import java.util.List;

/** A turbine: its setpoint (the spec), and the telemetry from its controller (the status). */
record Turbine(
    String id,
    String farm,
    String code,
    long lockVersion,
    OffsetDateTime commissionedAt,
    Setpoint setpoint,
    Telemetry telemetry) {

  Turbine withLockVersion(long next) {
    return new Turbine(id, farm, code, next, commissionedAt, setpoint, telemetry);
  }

  Turbine withSetpoint(Setpoint next) {
    return new Turbine(id, farm, code, lockVersion, commissionedAt, next, telemetry);
  }

  Turbine withTelemetry(Telemetry next) {
    return new Turbine(id, farm, code, lockVersion, commissionedAt, setpoint, next);
  }

  record Setpoint(int powerKw, double pitchDegrees, Mode mode, List<String> curtailments) {}

  enum Mode {
    AUTOMATIC,
    MANUAL,
    PARKED
  }

  record Telemetry(
      State state,
      Integer outputKw,
      Wind wind,
      List<String> alarms,
      List<Temperature> temperatures) {
    static final Telemetry NONE = new Telemetry(null, null, null, List.of(), List.of());
  }

  enum State {
    STARTING,
    PRODUCING,
    STOPPED
  }

  record Wind(Double metersPerSecond, Integer degrees) {}

  record Temperature(Component component, double celsius) {}

  enum Component {
    GEARBOX,
    GENERATOR,
    NACELLE
  }
}

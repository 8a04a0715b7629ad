package turbines;

/** One change of a turbine, with the turbine after the change. */
record TurbineEvent(long sequence, Happening happening, Turbine turbine) {
  enum Happening {
    COMMISSIONED,
    ADJUSTED,
    REPORTED,
    DECOMMISSIONED
  }
}

package turbines;

/** One change of a turbine, with the turbine as it was afterwards. */
record TurbineEvent(long sequence, Happening happening, Turbine turbine) {
  enum Happening {
    COMMISSIONED,
    ADJUSTED,
    REPORTED,
    DECOMMISSIONED
  }
}

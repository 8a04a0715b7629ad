package turbines;

/** The name of a turbine: its farm and its code. */
record TurbineKey(String farm, String code) {}

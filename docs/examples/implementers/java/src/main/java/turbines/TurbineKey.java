package turbines;

/** Where a turbine is found. */
record TurbineKey(String farm, String code) {}

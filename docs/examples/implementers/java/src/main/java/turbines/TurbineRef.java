package turbines;

/** A turbine as somebody has seen it. */
record TurbineRef(String farm, String code, long lockVersion) {}

package turbines;

/** A turbine at the version that a client has read. */
record TurbineRef(String farm, String code, long lockVersion) {}

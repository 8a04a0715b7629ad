import { configureGlobal } from "fast-check";

// Fixed random inputs keep test results reproducible. `PROPERTY_SEED=7 npm test` uses others.
configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 1) });

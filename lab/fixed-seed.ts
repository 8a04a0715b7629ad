import { configureGlobal } from "fast-check";

// A fixed seed makes the results of tests reproducible. `PROPERTY_SEED=7 npm test` uses another seed.
configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 1) });

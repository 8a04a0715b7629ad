import { configureGlobal } from "fast-check";

// A fixed seed makes test results reproducible. `PROPERTY_SEED=7 npm test` uses another seed.
configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 1) });

import { configureGlobal } from "fast-check";

// A mutant must not be killed in one run and survive the next.
configureGlobal({ seed: 1 });

import { availableParallelism } from "node:os";
import { writeFileSync } from "node:fs";
import { printFaultSigns } from "#reports";
import { plantings, runCauseTrials, signsOf } from "../../bin/self-test/cause-trials.ts";

/**
 * Measures the symptoms of each fault, by running against the reference server with only that fault: `npm run
 * fault-signs`.
 */
const trials = await runCauseTrials(plantings(true), {
  workers: availableParallelism(),
  done: () => {},
  signal: new AbortController().signal,
});
writeFileSync("reports/schema/fault-signs.json", printFaultSigns(signsOf(trials)));

import { availableParallelism } from "node:os";
import { writeFileSync } from "node:fs";
import { printFaultSigns } from "#reports";
import { plantings, runCauseTrials, signsOf } from "../../bin/self-test/cause-trials.ts";

/** Writes how each fault shows, as a run against the reference with that fault alone measures it: `npm run fault-signs`. */
const trials = await runCauseTrials(plantings(true), {
  workers: availableParallelism(),
  done: () => {},
  signal: new AbortController().signal,
});
writeFileSync("reports/schema/fault-signs.json", printFaultSigns(signsOf(trials)));

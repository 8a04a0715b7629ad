import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { printFaultSigns, readFaultSigns } from "#reports";
import { npmScript, parseArguments } from "../npm-script.ts";
import { plantings, runCauseTrials, signsOf } from "../../bin/self-test/cause-trials.ts";

const file = "reports/schema/fault-signs.json";
const { args: names } = parseArguments(
  npmScript(
    "fault-signs",
    "Measure the symptoms of each fault by running against the reference server with only that fault.",
  ).argument("[faults...]", "measure only these, and keep the symptoms of all others"),
);
const trials = await runCauseTrials(
  plantings(true).filter(
    (planted) => names.length === 0 || planted.some((name) => names.includes(name)),
  ),
  { workers: availableParallelism(), done: () => {}, signal: new AbortController().signal },
);
const measured = signsOf(trials);
const kept = names.length === 0 ? [] : readFaultSigns(JSON.parse(readFileSync(file, "utf8")));
const order = new Map([...kept, ...measured]);
writeFileSync(file, printFaultSigns(order));

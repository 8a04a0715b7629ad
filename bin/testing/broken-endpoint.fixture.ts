import { afterAll } from "vitest";
import { faults, startReference } from "#reference";
import { describeConformance } from "../describe-conformance.ts";
import { pickFaults } from "../self-test/faults.ts";

const server = await startReference({ faults: pickFaults(["stale-version-accepted"], faults) });

afterAll(() => server[Symbol.asyncDispose]());

describeConformance({
  url: server.url,
  only: ["concurrency.stale-status-write-conflicts", "isolation.spec-write-never-changes-status"],
  skip: ["histories/*", "properties/*"],
});

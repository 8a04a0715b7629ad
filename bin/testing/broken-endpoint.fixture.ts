import { afterAll } from "vitest";
import { faults, startReference } from "#reference";
import { describeConformance } from "../package/describe-conformance.ts";
import { pickFaults } from "../self-test/picked-variants.ts";

const server = await startReference({ faults: pickFaults(["stale-version-accepted"], faults) });

afterAll(() => server[Symbol.asyncDispose]());

describeConformance({
  endpoint: server.url,
  only: ["concurrency.stale-status-write-conflicts", "isolation.spec-write-never-changes-status"],
  skip: ["histories/*", "properties/*"],
});

// Without a credential for the role `stranger`, the permissions of strangers cannot be tested.
describeConformance({
  endpoint: server.url,
  identities: ["stranger=none"],
  only: ["authorization.stranger-cannot-read"],
  skip: ["histories/*", "properties/*"],
});

// Each requirement that the selected cases can violate becomes a test.
describeConformance({
  endpoint: server.url,
  only: ["concurrency/stale-version-conflicts#Service.*"],
});

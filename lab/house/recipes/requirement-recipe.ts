import type { Recipe } from "../recipe.ts";

const id = "isolation.status-write-keeps-creation-time";

/** Adds a rule for the creation time, its check with a table for the judge, and a fault. */
export const requirement: Recipe = {
  heading: "Add a requirement, its check and its fault",
  mostFiles: 4,
  edits: [
    {
      file: "suites/contract/requirements/isolation.ts",
      after: "export const isolation = {\n",
      insert: `  "${id}": {
    levels: { "graphql-status/v1": "MUST", "kubernetes/v1": "MUST" },
    statement: "No accepted status write changes the creation time of an object.",
    reason: "Clients that compute the age of an object would consider it new after every report.",
    sources: [{ source: "graphql-status-contract", at: "Scope: status-only write boundaries" }],
    rows: ["WR-17"],
    since: "2026-12",
  },
`,
    },
    {
      file: "suites/checks/isolation/keeps-creation-time.ts",
      content: `import { defineCheck, given, isSame, readOf, sampleStatus, statusWrite } from "#harness";
import type { Step } from "#harness";
import type { Resource } from "#contract";

interface Observations {
  readonly before: Resource;
  readonly write: Step;
  readonly read: Step;
}

export const keepsCreationTime = defineCheck<Observations>({
  id: "isolation/keeps-creation-time",
  title: "A status write keeps the creation time",
  covers: ["${id}"],
  scope: "status-write",

  async drive(context) {
    const { key, object: before } = await context.fixture();
    const { resourceVersion } = before.metadata;
    const status = sampleStatus(context, 1);
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    return { before, write, read: await context.call(readOf(key)) };
  },

  judge({ before, write, read }) {
    const was = before.metadata.creationTimestamp;
    return [
      given("${id}", { write, read }, (of) => ({
        holds: isSame(was, of.read.metadata.creationTimestamp),
        expected: \`the creation time \${was ?? "absent"}, as before\`,
        actual: of.read.metadata.creationTimestamp ?? "absent",
      })),
    ];
  },
});
`,
    },
    {
      file: "suites/checks/isolation/keeps-creation-time.test.ts",
      content: `import { describe, expect, it } from "vitest";
import { accepted, openResults, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { keepsCreationTime } from "./keeps-creation-time.ts";

const early = { metadata: { creationTimestamp: "2026-01-01T00:00:00Z" } };
const late = { metadata: { creationTimestamp: "2026-01-02T00:00:00Z" } };

describe("a status write", () => {
  it.each([
    { after: resourceAt("2", early), expected: {} },
    { after: resourceAt("2", late), expected: { "${id}": "violated" } },
  ])("with $after.metadata.creationTimestamp", ({ after, expected }) => {
    const step = stepWith(accepted(after));

    expect(
      openResults(
        keepsCreationTime.judge(
          { before: resourceAt("1", early), write: step, read: step },
          strictTarget,
        ),
      ),
    ).toEqual(expected);
  });
});
`,
    },
    {
      file: "reference/faults/write-faults.ts",
      after: "export const writeFaults: readonly Fault[] = [\n",
      insert: `  defineFault({
    name: "report-restarts-the-age",
    summary: "A status write stores the object again, with a new creation time.",
    breaks: ["${id}", "write.keeps-identity"],
    change: (rules) => ({
      updateStatus: (request, stored, status) => {
        const { metadata, ...rest } = rules.updateStatus(request, stored, status);
        return { ...rest, metadata: { ...metadata, creationTimestamp: "2020-01-01T00:00:00.000Z" } };
      },
    }),
  }),
`,
    },
  ],
  generate: [
    "npx vitest run --project quick suites/contract suites/checks/indexes.test.ts --update",
  ],
  prove: [
    "npx tsc -p tsconfig.json",
    "npx vitest run --project quick suites/contract suites/checks/isolation suites/checks/indexes.test.ts",
    "node bin/build.js dist/bin",
    "node dist/bin/cli.js self-test --fault report-restarts-the-age",
  ],
};

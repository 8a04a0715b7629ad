import { expect, it } from "vitest";
import { defineCheck } from "#harness";
import type { AnyCheck, Target } from "#harness";
import type { RecordLine } from "../record/record.ts";
import { simpleCheck as check, targetOf } from "../testing/scripted-run.ts";
import { runOptions } from "../testing/test-run-options.ts";
import { runChecks } from "./run-checks.ts";

async function remarksAfter(evidence: { readonly isProven?: true }): Promise<unknown> {
  const served = targetOf({ kinds: ["Service", "Widget"], isTaken: false }, []);
  const refusal = { reason: "rateLimited", code: "SLOW", message: "wait", causes: [] } as const;
  const rateRejection = { refusal: { ...refusal, isInferred: true }, ...evidence } as const;
  const target: Target = {
    ...served,
    execute: async (command, signal) => ({
      ...(await served.execute(command, signal)),
      rateRefusals: 1,
      rateRejection,
    }),
  };
  return remarksOn(target);
}

async function remarksOn(target: Target, only: AnyCheck = check): Promise<unknown> {
  const lines: RecordLine[] = [];
  await runChecks(runOptions({ target, checks: [only], emit: (line) => lines.push(line) }));
  const last = lines.at(-1);
  return last?.line === "footer" ? last.remarks : last;
}

it("remarks once on a rate limit that the dialect does not map", async () => {
  expect(await remarksAfter({ isProven: true })).toEqual([
    'the endpoint rejected requests because of a rate limit that the dialect does not map (SLOW: "wait"); the requests were retried; add an outcome with reason: rateLimited and code: SLOW to the dialect',
  ]);
});

it("remarks on reads that were sent again because they lost the connection", async () => {
  const served = targetOf({ kinds: ["Service", "Widget"], isTaken: false }, []);
  let reads = 0;
  const target: Target = {
    ...served,
    execute: (command, signal) => {
      const isLost = command.verb === "read" && (reads += 1) === 1;
      return isLost
        ? Promise.resolve({ outcome: { result: "unknown", cause: "connection", detail: "reset" } })
        : served.execute(command, signal);
    },
  };

  const reading = defineCheck<unknown>({
    ...check,
    drive: (context) =>
      context.call({
        verb: "read",
        identity: "author",
        key: { kind: context.kind.name, name: "a" },
      }),
  });

  expect(await remarksOn(target, reading)).toEqual([
    "sent again after the connection was lost: 1 read",
  ]);
});

it("does not remark on a rejection that no retry passed", async () => {
  expect(await remarksAfter({})).toBeUndefined();
});

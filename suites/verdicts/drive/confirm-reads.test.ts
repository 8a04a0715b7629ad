import { expect, it } from "vitest";
import type { Command, ObjectKey } from "#contract";
import type { CheckContext } from "#harness";
import { confirmReads } from "./confirm-reads.ts";

const key: ObjectKey = { kind: "Press", name: "a" };
const open = new AbortController().signal;

/** Returns the commands that are sent if the objects stay doubtful for the given number of reads. */
async function sentFor(reads: number, signal: AbortSignal = open): Promise<readonly Command[]> {
  const sent: Command[] = [];
  const call: CheckContext["call"] = (command) => {
    sent.push(command);
    const outcome = { result: "done" } as const;
    return Promise.resolve({ exchange: 1, command, outcome, startedMs: 0, endedMs: 0 });
  };
  const caseEvidence = {
    get doubtfulKeys() {
      return sent.length < reads ? [key] : [];
    },
  };
  await confirmReads({ call, signal }, caseEvidence);
  return sent;
}

it("sends nothing if no read seems stale", async () => {
  await expect(sentFor(0)).resolves.toEqual([]);
});

it("reads until the newer state is shown", async () => {
  await expect(sentFor(2)).resolves.toMatchObject([
    { verb: "read", key },
    { verb: "read", key },
  ]);
});

it("sends nothing after an interruption", async () => {
  await expect(sentFor(2, AbortSignal.abort())).resolves.toEqual([]);
});

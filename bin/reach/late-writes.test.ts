import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import type { Command } from "#contract";
import { startReference } from "#reference";
import type { VerdictLine } from "#verdicts";
import type { Target } from "#targets";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const { signal } = new AbortController();
const lost = { result: "unknown", cause: "timeout", detail: "the response was lost" } as const;
const selection = { only: ["concurrency/one-winner#Service.updateServiceStatus"], skip: [] };

/**
 * Simulates a connection that delays the first five status writes. They get no response, and the server executes them
 * after the next read.
 */
function withLateWrites(target: Target): Target {
  const late: Command[] = [];
  let writes = 0;
  return {
    ...target,
    description: target.description,
    execute: async (command, signalOfCase) => {
      if (command.verb === "updateStatus" && (writes += 1) <= 5) {
        late.push(command);
        return { outcome: lost };
      }
      const reply = await target.execute(command, signalOfCase);
      for (const one of late.splice(0)) await target.execute(one, signal);
      return reply;
    },
    watch: (command, listener, signalOfCase) => target.watch(command, listener, signalOfCase),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

async function checkedLate(attempts: number): Promise<VerdictLine | undefined> {
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  const { verdicts } = await checkTarget(withLateWrites(target), { selection, attempts });
  return verdicts.find(({ requirement }) => requirement === "concurrency.one-winner");
}

describe("writes that take effect long after the client timed out", () => {
  it.each([[1], [3]])(
    "break nothing, and their case is tried again, of %i attempts",
    async (attempts) => {
      expect(await checkedLate(attempts)).toMatchObject({
        verdict: "pass",
        instances: 3,
        findings: [{ result: "held", attempt: 2 }],
      });
    },
  );
});

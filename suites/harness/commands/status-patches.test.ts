import { resourceVersion, uid } from "#contract";
import type { Command, Outcome } from "#contract";
import { describe, expect, it } from "vitest";
import { statusApply, statusPatch, writeInTurn } from "./status-patches.ts";

const key = { kind: "Service", namespace: "default", name: "a" };

describe("writes in turn", () => {
  it("each name the version of the last accepted one", async () => {
    const sent: Command[] = [];
    const answer = (): Outcome => {
      if (sent.length === 2) return { result: "refused", refusal: conflict };
      const metadata = {
        name: "a",
        uid: uid("u"),
        resourceVersion: resourceVersion(`after ${sent.length}`),
      };
      return { result: "object", object: { kind: "Service", metadata } };
    };
    const steps = await writeInTurn(
      {
        call: (command) => {
          sent.push(command);
          const exchange = sent.length;
          return Promise.resolve({
            exchange,
            command,
            outcome: answer(),
            startedMs: 0,
            endedMs: 1,
          });
        },
      },
      resourceVersion("first"),
      {
        one: statusPatch(key, { format: "json", patch: [] }),
        refused: statusApply(key, { manager: "m", status: { num: 1 } }),
        other: statusApply(key, { manager: "m", status: {}, force: true }),
      },
    );

    expect(sent.map((command) => "resourceVersion" in command && command.resourceVersion)).toEqual([
      "first",
      "after 1",
      "after 1",
    ]);
    expect(steps.refused.outcome.result).toBe("refused");
    expect(sent[2]).toMatchObject({ options: { fieldManager: "m", force: true } });
  });
});

const conflict = { reason: "conflict", message: "no", causes: [] } as const;

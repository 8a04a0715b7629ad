import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import type { Command, Outcome, RequirementId } from "#contract";
import { scriptedSession } from "../session/scripted-session.fixture.ts";
import { accepted, scriptedTarget } from "../session/scripted-target.fixture.ts";
import type { ScriptedTarget } from "../session/scripted-target.fixture.ts";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { defineProperty } from "./define-property.ts";

const covers: readonly RequirementId[] = ["write.stores-submitted-status"];

const creating = defineProperty<number, null>({
  id: "properties/creating",
  title: "Objects come to be",
  covers,
  inputs: (_, { fc }) => fc.nat(),
  simpler: () => [],
  play: async (context) => {
    const key = context.unusedKey();
    await context.call({ verb: "create", identity: "author", key, spec: {} });
    return null;
  },
  judge: () => ({ exercised: {} }),
});

async function commandsOf(
  runs: number,
  answer: (command: Command) => Outcome = whatIsAsked,
): Promise<{ readonly searched: number; readonly cleaned: number }> {
  const { signal } = new AbortController();
  const target: ScriptedTarget = scriptedTarget(answer);
  await using session = scriptedSession(target, {
    proofBudget: { runs, operations: 1 },
    sequencesAtOnce: () => 16,
  });
  await using opened = session.open({ name: "a", kind: workloadKind, via: "report", signal });
  await creating.drive(opened.context);
  const deleted = (): number => target.commands.filter(({ verb }) => verb === "delete").length;
  const searched = deleted();
  await session.cleanUp(signal);
  return { searched, cleaned: deleted() - searched };
}

function whatIsAsked(command: Command): Outcome {
  return accepted("key" in command ? command.key : { kind: "Widget", name: "none" });
}

function withoutCreations(command: Command): Outcome {
  return command.verb === "create"
    ? { result: "unknown", cause: "timeout", detail: "no response" }
    : whatIsAsked(command);
}

describe("a property", () => {
  it("leaves its objects until the end in a usual run", async () => {
    expect(await commandsOf(32)).toEqual({ searched: 0, cleaned: 32 });
  });

  it("removes the objects of each input if there are many inputs", async () => {
    expect(await commandsOf(40)).toEqual({ searched: 40, cleaned: 0 });
  });

  it("leaves objects until the end if a creation may still be in flight", async () => {
    expect(await commandsOf(40, withoutCreations)).toEqual({ searched: 0, cleaned: 40 });
  });

  it("abandons inputs that take too long, and keeps the others", async () => {
    const { signal } = new AbortController();
    const slow = defineProperty<number, null>({
      ...creating,
      inputs: (_, { fc }) => fc.nat(),
      simpler: () => [],
      play: async (context) => {
        const isFirst = ++played === 1;
        for (let sent = 0; isFirst ? sent < 1 : !signal.aborted; sent += 1) {
          await context.call({
            verb: "create",
            identity: "author",
            key: context.unusedKey(),
            spec: {},
          });
          await pause(20);
        }
        return null;
      },
      judge: () => ({ exercised: { "write.stores-submitted-status": 1 } }),
    });
    let played = 0;
    await using session = scriptedSession(scriptedTarget(whatIsAsked), {
      proofBudget: { runs: 3, operations: 1 },
      limits: { ...limits, caseMs: 400 },
      sequencesAtOnce: () => 16,
    });
    await using opened = session.open({ name: "a", kind: workloadKind, via: "report", signal });

    expect(await slow.drive(opened.context)).toEqual({
      inputs: 1,
      exercised: { "write.stores-submitted-status": 1 },
    });
  });
});

import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome, Resource } from "#contract";
import type { Exchange } from "#targets";
import type { OutcomeMatcher } from "#targets/graphql";
import { provokeRefusals } from "./probe-refusals.ts";
import type { ShownErrors } from "./probe-refusals.ts";
import { matchersFor } from "../requests/refusal-signs.ts";
import { pumpKind, pumpOperation, pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const byVersion = { name: "$name", version: "$resourceVersion" };

const kind = pumpKind({
  operations: {
    create: [{ ...pumpOperation, id: "create" }],
    read: [{ ...pumpOperation, id: "read" }],
    update: [{ ...pumpOperation, id: "update", arguments: byVersion }],
    updateStatus: [],
    delete: [
      { ...pumpOperation, id: "delete" },
      { ...pumpOperation, id: "deleteMany", arguments: byVersion, result: null },
    ],
  },
  samples: { specs: [{ bar: 1 }, { bar: 2 }, { bar: 3 }] },
});

/** An endpoint whose writes return null, or a count of 0, for a stale version and for a missing object. */
class Pumps {
  readonly #stored = new Map<string, number>();
  #version = 0;

  execute(command: Command): Exchange {
    const name = "key" in command ? (command.key.name ?? "") : "";
    const isMissed = command.verb !== "create" && this.#misses(name, command);
    const isMany = command.verb === "delete" && command.via === "deleteMany";
    if (!isMissed) this.#store(name, command.verb);
    if (isMany) {
      return {
        outcome: { result: "done" },
        reply: replyOf({ deleteMany: { count: isMissed ? 0 : 1 } }),
      };
    }
    if (isMissed) return { outcome: missed, reply: replyOf({ [command.verb]: null }) };
    return {
      outcome: { result: "object", object: this.#object(name) },
      reply: replyOf({ [command.verb]: { name } }),
    };
  }

  #misses(name: string, command: Command): boolean {
    const current = this.#stored.get(name);
    const asked = "resourceVersion" in command ? command.resourceVersion : undefined;
    return current === undefined || (asked !== undefined && asked !== String(current));
  }

  #store(name: string, verb: Command["verb"]): void {
    if (verb === "create" || verb === "update") {
      this.#version += 1;
      this.#stored.set(name, this.#version);
    }
    if (verb === "delete") this.#stored.delete(name);
  }

  #object(name: string): Resource {
    const version = String(this.#stored.get(name) ?? this.#version);
    const metadata = { name, uid: uid(name), resourceVersion: resourceVersion(version) };
    return { kind: "Pump", metadata, spec: {} };
  }
}

const missed: Outcome = { result: "unintelligible", detail: "null instead of an object" };

function replyOf(data: JsonObject): NonNullable<Exchange["reply"]> {
  return { status: 200, body: { data } };
}

async function provokedFrom(): Promise<{
  readonly shown: ShownErrors;
  readonly matchers: readonly OutcomeMatcher[];
}> {
  const target = new Pumps();
  const trial = pumpTrial(
    pumpTarget((command) => target.execute(command)),
    kind,
  );
  let named = 0;
  const newName = (): string => `pump-${(named += 1)}`;
  const means = { ...trial.means, newName };
  const key = { kind: "Pump", name: "a" };
  target.execute({ verb: "create", identity: "author", key, spec: {} });
  const shown = await provokeRefusals({ ...trial, means }, key);
  return { shown, matchers: matchersFor(trial.refusals) };
}

it("learns from the count of a further deletion that the object is missing or has changed", async () => {
  const { matchers } = await provokedFrom();

  expect(matchers).toContainEqual({
    reason: "notFound",
    alsoFor: ["conflict"],
    payload: { path: "count", value: 0 },
    verbs: ["delete"],
  });
});

it("learns which writes return null for a stale version, as for a missing object", async () => {
  const { shown } = await provokedFrom();

  expect(shown.nullVerbs).toEqual(["delete", "update"]);
  expect(shown.nullConflicts).toEqual(["update"]);
});

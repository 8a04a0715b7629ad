import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange, Target } from "#targets";
import { Notebook } from "../schema/notebook.ts";
import { pumpDialect, pumpKind, pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";
import { learnUid } from "./probe-uid.ts";

const { paths, ...rest } = pumpKind({});

/** Serves one pump, whose field has the next value after each creation. */
function endpoint(values: readonly string[]): Target {
  let created = 0;
  const exchangeOf = (command: Command): Exchange => {
    if (command.verb === "delete") return { outcome: { result: "done" } };
    if (command.verb === "create") created += 1;
    const value = values[(created - 1) % values.length] ?? "";
    const metadata = { name: "a", uid: uid(value), resourceVersion: resourceVersion("1") };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
  };
  return pumpTarget(exchangeOf, ["author", "controller"]);
}

const now = Date.now();
const dates = [new Date(now).toISOString(), new Date(now + 5).toISOString()];

it.each([
  { what: "tokens", values: ["5f0c", "7a1b"], learned: "launched" },
  { what: "numbers that may be times", values: [`${now}`, `${now + 5}`], learned: "launched" },
  { what: "times of creation", values: dates, learned: "name" },
  { what: "the same value", values: ["a"], learned: "name" },
])("uses $learned as the uid if the values are $what", async ({ values, learned }) => {
  const target = endpoint(values);
  const notes = new Notebook();
  const at = ["kinds", "Pump", "paths", "uid"];
  notes.add({ path: at, confidence: "low", reason: "unknown", alternatives: ["launched"] });
  const dialect = pumpDialect({ ...rest, paths: { ...paths, uid: "name" } });

  const found = await learnUid(
    dialect,
    { kind: "Pump", name: "a" },
    pumpShared(() => target, { notes }),
  );

  expect(found.kinds[0]?.paths.uid).toBe(learned);
});

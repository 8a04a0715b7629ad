import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource, WatchEvent } from "#contract";
import type { Exchange, Target, WatchListener } from "#targets";
import type { Dialect, WatchOperation } from "#targets/graphql";
import { learnWatch } from "./learn-watch.ts";
import { Notebook } from "../schema/notebook.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "../learning/pump-target.fixture.ts";

type EventType = WatchEvent["type"];
type Writes = "create" | "delete" | "update" | "updateStatus";

/** The types of the events that a watch reports after each write. Undefined if it reports none. */
type Reports = Readonly<Record<Writes, EventType | undefined>>;

const whole: Reports = {
  create: "ADDED",
  update: "MODIFIED",
  updateStatus: "MODIFIED",
  delete: "DELETED",
};

/** An endpoint whose watches report writes in different ways. */
class Pumps {
  readonly #reports: Readonly<Record<string, Reports>>;
  readonly #listeners = new Map<WatchListener, Reports>();
  #version = 0;
  #name = 0;

  constructor(reports: Readonly<Record<string, Reports>>) {
    this.#reports = reports;
  }

  readonly newName = (): string => `pump-${(this.#name += 1)}`;

  target(dialect: Dialect): Target {
    const id = dialect.kinds[0]?.operations.watch[0]?.id ?? "";
    return {
      ...pumpTarget((command) => this.#reply(command)),
      watch: (_, listener) => {
        const reports = this.#reports[id];
        if (reports !== undefined) this.#listeners.set(listener, reports);
        return Promise.resolve({
          request: { url: "", operation: "" },
          [Symbol.asyncDispose]: () => Promise.resolve(void this.#listeners.delete(listener)),
        });
      },
    };
  }

  #reply(command: Command): Exchange {
    if (command.verb === "list") return { outcome: { result: "done" } };
    const { name } = command.key;
    if (command.verb !== "read") this.#version += 1;
    const version = resourceVersion(String(this.#version));
    const metadata = { name, uid: uid(name), resourceVersion: version };
    const object: Resource = { kind: "Pump", metadata, spec: {} };
    for (const [listener, reports] of this.#listeners) {
      const type = Object.entries(reports).find(([verb]) => verb === command.verb)?.[1];
      if (type !== undefined) listener.event({ type, object, resourceVersion: version });
    }
    return { outcome: { result: "object", object } };
  }
}

const watchCalled = (id: string): WatchOperation => ({ ...pumpOperation, id, object: "pump" });

async function learnedWith(
  second: Reports,
  first: Reports = whole,
): Promise<readonly [readonly string[], Notebook]> {
  const pumps = new Pumps({ first, second });
  const notes = new Notebook();
  const shared = pumpShared((dialect) => pumps.target(dialect), {
    notes,
    means: { eventMs: 20, newName: pumps.newName },
  });
  const kind = pumpKind({ operations: { watch: [watchCalled("first"), watchCalled("second")] } });
  notes.note(["kinds", "Pump", "operations", "watch", "second"], "high", "it delivers objects");
  const start = { kind: "Pump", name: pumps.newName() };
  const learned = await learnWatch(pumpDialect(kind), start, shared);
  return [learned.kinds[0]?.operations.watch.map(({ id }) => id) ?? [], notes];
}

const at = ["kinds", "Pump", "operations", "watch", "second"];

it.each<{ why: string; reports: Reports; confidence: string; reason: string }>([
  {
    why: "reports a whole life",
    reports: whole,
    confidence: "high",
    reason: "it reported a new object, its change and its deletion",
  },
  {
    why: "reports no deletion",
    reports: { ...whole, delete: undefined },
    confidence: "low",
    reason: "it reported a new object, but not every later change",
  },
  {
    why: "is silent",
    reports: { create: undefined, update: undefined, updateStatus: undefined, delete: undefined },
    confidence: "low",
    reason: "no event of it arrived; correct its arguments, or delete it",
  },
])("notes what was observed of a second watch that $why", async (given) => {
  const { reports, confidence, reason } = given;
  const [watches, notes] = await learnedWith(reports);

  expect(watches).toEqual(["first", "second"]);
  expect(notes.at(at)).toMatchObject({ confidence, reason });
});

it("omits a first watch whose changes are read as creations, and learns the second", async () => {
  const misread: Reports = { ...whole, update: "ADDED", updateStatus: "ADDED", delete: "ADDED" };
  const [watches, notes] = await learnedWith(whole, misread);

  expect(watches).toEqual(["second"]);
  expect(notes.at([...at.slice(0, -1), "first"])).toMatchObject({ confidence: "low" });
  expect(notes.at(at)).toMatchObject({ confidence: "high" });
});

it("omits a second watch whose changes are read as creations", async () => {
  const [watches, notes] = await learnedWith({ ...whole, update: "ADDED", updateStatus: "ADDED" });

  expect(watches).toEqual(["first"]);
  expect(notes.at(at)).toMatchObject({ confidence: "low" });
});

import { describe, expect, it } from "vitest";
import { contractSemantics, controllerLimits, limits, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome, UpdateStatusCommand } from "#contract";
import { Session } from "#harness";
import type { CheckContext, SeenEvent, WatchObservation } from "#harness";
import type { KindDescription, Target } from "#targets";
import type { ControllerBench } from "./controller-bench.ts";
import { playScenario } from "./play-scenario.ts";
import { LateViews } from "./late-views.ts";
import { namedSpec } from "./named-spec.ts";
import { ScenarioLog } from "./scenario-log.ts";
import { ScenarioObjects } from "./scenario-objects.ts";
import { WriteDisturber } from "./write-disturber.ts";

const invalid = { reason: "invalid", message: "teeth cannot change", causes: [] } as const;

const gear: KindDescription = {
  name: "Gear",
  scope: "cluster",
  namespaces: [],
  operations: {
    create: ["create"],
    read: ["read"],
    list: ["list"],
    update: ["update"],
    updateStatus: ["updateStatus"],
    patchStatus: [],
    delete: ["delete"],
    watch: ["watch"],
  },
  statusModes: { updateStatus: "partial" },
  samples: { specs: [{ teeth: 8 }], statuses: [], counter: "turns", invalidStatuses: [] },
  isRuntime: false,
};

const transition = "2026-01-01T00:00:00.000Z";

it("are those of the tested kind: an object of another kind with the same name is none of them", async () => {
  await using session = sessionOf(gear, () => {});
  const { signal } = new AbortController();
  await using opened = session.open({ name: "c", kind: gear, via: "updateStatus", signal });
  const { disturber, objects } = disturberIn(opened.context);
  const key = objects.keyOf(0);

  expect(disturber.keyOf([key.name], ["Gear"])).toEqual(key);
  expect(disturber.keyOf([key.name], undefined)).toEqual(key);
  expect(disturber.keyOf([key.name], ["Wheel"])).toBeUndefined();
});

/** Number of consecutive writes that are disturbed, if the controller attempts one after each pause. */
async function attemptsDuring(
  by: "endless-conflicts" | "forbidden",
  pauseMs: number,
  stormMs?: number,
): Promise<number> {
  await using session = sessionOf(gear, () => {});
  const { signal } = new AbortController();
  await using opened = session.open({ name: "c", kind: gear, via: "updateStatus", signal });
  let nowMs = 0;
  const { disturber, objects } = disturberIn(opened.context, {
    limited: stormMs === undefined ? bench : { ...bench, stormMs },
    now: () => nowMs,
  });
  disturber.arm({ step: "disturb", object: 0, by }, 1);
  let attempts = 0;
  for (;;) {
    await disturber.before({ side: "status", key: objects.keyOf(0), texts: [] });
    if (disturber.pending === 0) return attempts;
    attempts += 1;
    nowMs += pauseMs;
  }
}

it.each([
  { by: "forbidden", allowed: controllerLimits.refusalsInRow },
  { by: "endless-conflicts", allowed: controllerLimits.conflictsInRow },
] as const)(
  "$by lasts for more attempts than a controller may make, however slow the machine is",
  async ({ by, allowed }) => {
    for (const pauseMs of [0, 80, 500]) {
      expect(await attemptsDuring(by, pauseMs)).toBeGreaterThan(allowed);
    }
    expect(await attemptsDuring(by, 1_000)).toBe(1);
    expect(await attemptsDuring(by, 80, 1_200)).toBeLessThanOrEqual(16);
  },
);

it("a crash on release spares status writes, and waits for the write that removes the finalizer", async () => {
  await using session = sessionOf(gear, () => {});
  const { signal } = new AbortController();
  await using opened = session.open({ name: "c", kind: gear, via: "updateStatus", signal });
  const { disturber, objects } = disturberIn(opened.context);
  disturber.arm({ step: "disturb", object: 0, by: "crash-on-release" }, 1);
  const write = { key: objects.keyOf(0), texts: [] };

  expect(await disturber.before({ ...write, side: "status" })).toEqual({ treat: "pass" });
  expect(await disturber.before({ ...write, side: "main" })).toMatchObject({ treat: "lose-reply" });
  expect(disturber.pending).toBe(0);
});

it("are those of the play: another play of the case, with the same label, is not judged", async () => {
  await using session = sessionOf(gear, () => {});
  const { signal } = new AbortController();
  await using opened = session.open({ name: "c", kind: gear, via: "updateStatus", signal });
  let own = "";
  const context: CheckContext = {
    ...opened.context,
    unusedKey: (kind) => {
      const key = opened.context.unusedKey(kind);
      own = key.name;
      return key;
    },
    watch: (command) => {
      const observe = (): WatchObservation => ({
        exchange: 1,
        command,
        events: [shown("another"), shown(own)],
        reached: true,
      });
      return Promise.resolve({
        observe,
        until: () => Promise.resolve(true),
        fence: () => Promise.resolve(true),
        pause: () => undefined,
        close: () => Promise.resolve(observe()),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      });
    },
  };

  const { events } = await playScenario(context, { bench, scenario: [] });

  const names = events.flatMap((event) =>
    event.event === "shown" ? [event.object.metadata.name] : [],
  );
  expect(names).toEqual([own]);
});

function shown(name: string): SeenEvent {
  return {
    type: "ADDED",
    resourceVersion: resourceVersion("7"),
    arrivedMs: 0,
    object: {
      kind: "Gear",
      metadata: { name, uid: uid(name), resourceVersion: resourceVersion("7") },
      status: {},
    },
  };
}

const bench = { now: () => new Date(transition), convergeMs: 1, quietMs: 1 };

function sessionOf(
  kind: KindDescription,
  seen: (command: Command) => void,
  target = targetOf(kind, seen),
): Session {
  return new Session({
    target,
    limits,
    seed: 1,
    run: "p",
    sequencesAtOnce: () => 1,
    trace: () => {},
    now: () => 0,
    signal: new AbortController().signal,
  });
}

interface Disturbing {
  readonly limited?: ControllerBench;
  readonly now?: () => number;
  readonly isRestarting?: () => boolean;
}

function disturberIn(
  context: CheckContext,
  { limited = bench, now = () => 0, isRestarting = () => false }: Disturbing = {},
): { readonly disturber: WriteDisturber; readonly objects: ScenarioObjects } {
  const log = new ScenarioLog();
  const objects = new ScenarioObjects(context, limited, log);
  const disturber = new WriteDisturber({
    bench: limited,
    objects,
    log,
    kinds: ["Gear"],
    crash: () => Promise.resolve(),
    isRestarting,
    holdEvents: () => ({ [Symbol.dispose]: () => {} }),
    lateViews: new LateViews({
      objects,
      holdEvents: () => ({ mark: () => () => {}, [Symbol.dispose]: () => {} }),
      expireWatches: () => ({ reopened: () => {} }),
      noted: () => {},
      shown: () => Promise.resolve(),
      reactionMs: (leastMs) => leastMs,
      wait: () => Promise.resolve(),
    }),
    now,
  });
  return { disturber, objects };
}

async function reported(
  statuses: readonly JsonObject[],
  lacks: KindDescription["lacks"],
  act: (objects: ScenarioObjects) => Promise<void>,
): Promise<readonly JsonObject[]> {
  const sent: UpdateStatusCommand[] = [];
  const kind = { ...gear, samples: { ...gear.samples, statuses }, ...(lacks ? { lacks } : {}) };
  await using session = sessionOf(kind, (command) => {
    if (command.verb === "updateStatus") sent.push(command);
  });
  const options = { name: "c", kind, via: "updateStatus", signal: new AbortController().signal };
  await using opened = session.open(options);
  const objects = new ScenarioObjects(opened.context, bench, new ScenarioLog());
  await objects.create(0, 0, false);
  await act(objects);
  return sent.map(({ status }) => status);
}

function targetOf(
  kind: KindDescription,
  seen: (command: Command) => void,
  versionNow = () => "7",
): Target {
  return {
    description: {
      endpoint: "http://127.0.0.1/",
      protocol: "graphql",
      dialect: "scripted",
      kinds: [kind],
      features: [],
      prerequisites: [],
      semantics: contractSemantics,
      identities: ["author", "controller"],
    },
    execute: (command): Promise<{ readonly outcome: Outcome }> => {
      seen(command);
      const version = resourceVersion(versionNow());
      const metadata = { name: "a", uid: uid("u1"), resourceVersion: version };
      const object = { kind: kind.name, metadata };
      return Promise.resolve({ outcome: { result: "object", object } });
    },
    watch: () => Promise.reject(new Error("nothing is watched here")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const both = async (objects: ScenarioObjects): Promise<void> => {
  await objects.rivalCondition(0);
  await objects.insist(0);
};

describe("ScenarioObjects.rivalCondition and insist", () => {
  it("report nothing if the status of the kind has no conditions", async () => {
    expect(await reported([{ phase: "a" }], ["status.conditions"], both)).toEqual([]);
  });

  it("report a condition in the usual form if nothing is known of the kind", async () => {
    const shared = { type: "ConformanceRival", lastTransitionTime: transition };

    expect(await reported([], undefined, both)).toEqual([
      { conditions: [{ ...shared, status: "False", reason: "Turn", message: "turn 1" }] },
      { conditions: [{ ...shared, status: "False", reason: "Insists", message: "" }] },
    ]);
  });

  it("report a condition in the form of the kind", async () => {
    const sample = { type: "Ready", status: "True", severity: "Info", observedGeneration: 1 };
    const expected = { type: "ConformanceRival", status: "False", severity: "Info" };

    expect(await reported([{ conditions: [sample] }], ["status.conditions"], both)).toEqual([
      { conditions: [expected] },
      { conditions: [expected] },
    ]);
  });
});

it("passes a write on while a crashed process is not ready, because the process may write before that", async () => {
  await using session = sessionOf(gear, () => {});
  const { signal } = new AbortController();
  await using opened = session.open({ name: "c", kind: gear, via: "updateStatus", signal });
  let isRestarting = true;
  const { disturber, objects } = disturberIn(opened.context, { isRestarting: () => isRestarting });
  disturber.arm({ step: "disturb", object: 0, by: "crash-before" }, 1);
  const write = { side: "status", key: objects.keyOf(0), texts: [] } as const;

  expect(await disturber.before(write)).toEqual({ treat: "pass" });
  isRestarting = false;
  expect(await disturber.before(write)).toEqual({ treat: "lose-request" });
});

it("distinguishes an edit that changes the object from one that changes nothing", async () => {
  let version = 0;
  const specs = [{ teeth: 8 }, { teeth: 9, width: 2 }];
  const kind = { ...gear, samples: { ...gear.samples, specs } };
  let stored: JsonObject = {};
  const target = targetOf(
    kind,
    (command) => {
      if (command.verb !== "create" && command.verb !== "update") return;
      const { spec = {} } = command;
      if (JSON.stringify(spec) !== JSON.stringify(stored)) version += 1;
      stored = spec;
    },
    () => `${version}`,
  );
  await using session = sessionOf(kind, () => {}, target);
  const options = { name: "c", kind, via: "updateStatus", signal: new AbortController().signal };
  await using opened = session.open(options);
  const objects = new ScenarioObjects(opened.context, bench, new ScenarioLog());
  await objects.create(0, 0, false);
  const edits = [
    await objects.edit(0, 1, 0),
    await objects.edit(0, 1, 0),
    await objects.edit(0, 1, 0),
    await objects.edit(0, 1),
    await objects.edit(0, 0),
  ];

  expect(edits).toEqual([true, true, false, false, true]);
});

it("puts the name of the object where its spec asks for it", () => {
  const spec = {
    target: "{{name}}-web",
    replicas: 1,
    hosts: [{ host: "{{name}}.{{name}}" }, null],
  };

  expect(namedSpec(spec, "a")).toEqual({
    target: "a-web",
    replicas: 1,
    hosts: [{ host: "a.a" }, null],
  });
});

it("reaches the rest of a spec in which a property cannot change", async () => {
  const specs = [
    { teeth: 8, width: 1, wood: "oak" },
    { teeth: 9, width: 2, wood: "ash" },
  ];
  const kind = { ...gear, samples: { ...gear.samples, specs } };
  const sent: JsonObject[] = [];
  const isFixed = (command: Command): boolean => {
    if (command.verb !== "update") return false;
    sent.push(command.spec ?? {});
    return command.spec?.["teeth"] !== 8;
  };
  const target = targetOf(kind, () => {});
  const refusing: Target = {
    ...target,
    execute: (command, ...rest) =>
      isFixed(command)
        ? Promise.resolve({ outcome: { result: "refused", refusal: invalid } })
        : target.execute(command, ...rest),
  };
  await using session = sessionOf(kind, () => {}, refusing);
  const options = { name: "c", kind, via: "updateStatus", signal: new AbortController().signal };
  await using opened = session.open(options);
  const objects = new ScenarioObjects(opened.context, bench, new ScenarioLog());
  await objects.create(0, 0, false);
  for (const only of [0, 0, 0]) await objects.edit(0, 1, only);
  await objects.edit(0, 1);

  expect(sent).toEqual([
    { teeth: 9, width: 1, wood: "oak" },
    { teeth: 9, width: 2, wood: "oak" },
    { teeth: 8, width: 2, wood: "oak" },
    { teeth: 9, width: 2, wood: "ash" },
    { teeth: 8, width: 2, wood: "ash" },
  ]);
});

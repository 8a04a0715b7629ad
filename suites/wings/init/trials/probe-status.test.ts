import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { Exchange } from "#targets";
import type { KindDialect, StatusOperation } from "#targets/graphql";
import { probeStatusWrites } from "./probe-status.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version", status: "state" },
  operations: {
    create: [],
    read: [],
    list: [],
    update: [],
    updateStatus: [
      { id: "report", field: "report", arguments: {}, result: "", statusMode: "partial" },
    ],
    patchStatus: [],
    delete: [],
    watch: [],
  },
  samples: {
    specs: [],
    statuses: [{ alarms: ["a"] }],
    counter: "alarms",
    invalidStatuses: [],
  },
};

/** The target accepts every write, and always returns `status`. */
async function confidenceWith(status: JsonObject): Promise<string | undefined> {
  const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
  const outcome: Outcome = { result: "object", object: { kind: "Pump", metadata, status } };
  const trial = pumpTrial(
    pumpTarget(() => ({ outcome })),
    kind,
  );
  await probeStatusWrites(trial, { kind: "Pump", name: "a" });
  return trial.notes.at(["kinds", "Pump", "operations", "updateStatus", "report"])?.confidence;
}

it("sees that a status of lists was not stored", async () => {
  expect(await confidenceWith({})).toBe("low");
  expect(await confidenceWith({ alarms: [] })).toBe("low");
  expect(await confidenceWith({ alarms: ["a"] })).toBe("high");
  expect(await confidenceWith({ alarms: ["b", "a"] })).toBe("high");
});

const guessed: StatusOperation = {
  id: "report",
  field: "report",
  arguments: {},
  result: "",
  statusMode: "partial",
  modeIsGuessed: true,
};

const statuses = [
  { alarms: 1, mode: "a", level: 1.5 },
  { alarms: 2, mode: "b", level: 2.5 },
];

/** Merges a written status into the stored status, or ignores it. */
type Store = (stored: JsonObject, sent: JsonObject) => JsonObject;

const replacing: Store = (_, sent) => present(sent);
const partial: Store = (stored, sent) => present({ ...stored, ...sent });

function present(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== null));
}

interface Endpoint {
  readonly store: Store;
  /** Returns the stored status in another form. */
  readonly shown?: (stored: JsonObject) => JsonObject;
  readonly refuses?: (sent: JsonObject) => boolean;
  readonly samples?: readonly JsonObject[];
}

async function probed({
  store,
  shown = (stored) => stored,
  refuses = () => false,
  samples = statuses,
}: Endpoint): Promise<{
  readonly mode: string | undefined;
  readonly isGuessed: boolean;
  readonly confidences: readonly (string | undefined)[];
  readonly semantics: object;
}> {
  let version = 1;
  // An earlier test has already written the first sample.
  let status = store({}, samples[0] ?? {});
  const exchangeOf = (command: Command): Exchange => {
    if (command.verb === "updateStatus") {
      if (refuses(command.status)) {
        const refusal = { reason: "invalid", message: "no", causes: [] } as const;
        return { outcome: { result: "refused", refusal } };
      }
      status = store(status, command.status);
      version += 1;
    }
    const metadata = {
      name: "a",
      uid: uid("u1"),
      resourceVersion: resourceVersion(String(version)),
    };
    const object = { kind: "Pump", metadata, status: shown(status) };
    return { outcome: { result: "object", object } };
  };
  const { operations } = kind;
  const trial = pumpTrial(pumpTarget(exchangeOf), {
    ...kind,
    operations: { ...operations, updateStatus: [guessed] },
    samples: { ...kind.samples, statuses: samples },
  });
  const { kind: found, semantics } = await probeStatusWrites(trial, { kind: "Pump", name: "a" });
  const at = ["kinds", "Pump", "operations", "updateStatus", "report"];
  const [operation] = found.operations.updateStatus;
  return {
    mode: operation?.statusMode,
    isGuessed: operation?.modeIsGuessed === true,
    confidences: [at, [...at, "mode"]].map((path) => trial.notes.at(path)?.confidence),
    semantics,
  };
}

it("sees that a replacement clears fields that it sends as null", async () => {
  expect((await probed({ store: replacing })).semantics).toMatchObject({
    omittedMembers: "removed",
    nullMembers: "cleared",
  });
});

function rounded({ level, ...rest }: JsonObject): JsonObject {
  return typeof level === "number" ? { ...rest, level: Math.round(level) } : rest;
}

it("observes the mode of a status without a counter, such as one of enums and Booleans", async () => {
  const samples = [
    { lock: "OPEN", occupied: true },
    { lock: "CLOSED", occupied: true },
  ];
  expect(await probed({ store: partial, samples })).toMatchObject({
    mode: "partial",
    isGuessed: false,
  });
  expect(await probed({ store: replacing, samples })).toMatchObject({ mode: "replace" });
});

it("observes the mode although the endpoint stores some values differently", async () => {
  expect(await probed({ store: replacing, shown: rounded })).toMatchObject({
    mode: "replace",
    isGuessed: false,
    confidences: ["low", "high"],
  });
});

/** Returns the zero value of each omitted field, like a typed status whose fields are all required. */
function zeroed(status: JsonObject): JsonObject {
  return { alarms: 0, mode: "a", level: 0, ...status };
}

it.each<[string, Endpoint, "partial" | "replace"]>([
  ["a write that keeps omitted fields", { store: partial }, "partial"],
  ["a write that removes them", { store: replacing }, "replace"],
  [
    "a write that resets some to the value of the sample",
    { store: replacing, shown: zeroed },
    "replace",
  ],
])("observes the mode of %s", async (_, endpoint, mode) => {
  expect(await probed(endpoint)).toMatchObject({ mode, isGuessed: false });
});

it.each<[string, Endpoint]>([
  ["no read shows a written field", { store: replacing, shown: () => ({ level: 7 }) }],
  ["no write has an effect", { store: (stored, sent) => ({ ...sent, ...stored }) }],
  [
    "a write of some fields has no effect",
    { store: (stored, sent) => ("mode" in sent ? sent : stored) },
  ],
  ["the endpoint rejects the samples", { store: partial, refuses: () => true }],
  [
    "the endpoint rejects a write of some fields",
    { store: partial, refuses: (sent) => !("mode" in sent) },
  ],
  [
    "some omitted fields change and others are kept",
    { store: partial, shown: (stored) => ({ ...stored, level: Math.random() }) },
  ],
  ["there is only one sample", { store: partial, samples: statuses.slice(0, 1) }],
  [
    "some omitted fields are removed and others kept",
    { store: ({ level = null }, sent) => present({ level, ...sent }) },
  ],
])("marks the mode as a guess if %s", async (_, endpoint) => {
  expect(await probed(endpoint)).toMatchObject({ mode: "partial", isGuessed: true });
  const [, confidence] = (await probed(endpoint)).confidences;
  expect(confidence).toBe("low");
});

it("guesses no mode if a status has only one field", async () => {
  const samples = [{ alarms: 1 }, { alarms: 2 }, { alarms: 3 }];
  expect(await probed({ store: partial, samples })).toMatchObject({ isGuessed: false });
});

const merging: Store = ({ items = [], ...stored }, sent) => {
  const { items: added = [] } = sent;
  const all = new Set([items, added].flatMap((list) => (Array.isArray(list) ? list : [])));
  return present({ ...stored, ...sent, items: [...all] });
};

/** Ignores lists unless the whole status is written. */
const ignoring: Store = (stored, sent) =>
  "mode" in sent || !("items" in sent) ? partial(stored, sent) : stored;

it("observes that lists are merged only in a write that had an effect", async () => {
  const samples = [
    { alarms: 1, mode: "a", items: ["x", "y"] },
    { alarms: 2, mode: "b", items: ["x"] },
    { alarms: 3, mode: "c", items: ["y"] },
  ];
  expect((await probed({ store: merging, samples })).semantics).toMatchObject({ lists: "merged" });
  expect((await probed({ store: partial, samples })).semantics).toMatchObject({
    lists: "replaced",
  });
  expect((await probed({ store: ignoring, samples })).semantics).not.toHaveProperty("lists");
});

it("observes null through a later mutation if the first one takes no null", async () => {
  const members: Readonly<Record<string, readonly string[]>> = {
    setPhase: ["phase"],
    setRemark: ["remark"],
  };
  const ids = Object.keys(members);
  const two: KindDialect = {
    ...kind,
    operations: {
      ...kind.operations,
      updateStatus: ids.map((id) => ({ ...guessed, id, field: id })),
    },
    samples: {
      ...kind.samples,
      counter: "phase",
      statuses: [1, 2, 3].map((index) => ({ phase: `p${index}`, remark: `r${index}` })),
    },
  };
  let status: JsonObject = {};
  let version = 1;
  const exchangeOf = (command: Command): Exchange => {
    if (command.verb === "updateStatus") {
      if (command.status["phase"] === null) {
        const refusal = { reason: "invalid", message: "no", causes: [] } as const;
        return { outcome: { result: "refused", refusal } };
      }
      const own = Object.entries(command.status).filter(
        ([name]) => members[command.via ?? ""]?.includes(name) === true,
      );
      status = { ...status, ...Object.fromEntries(own) };
      version += 1;
    }
    const metadata = {
      name: "a",
      uid: uid("u1"),
      resourceVersion: resourceVersion(String(version)),
    };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, status } } };
  };
  const target = pumpTarget(exchangeOf);
  const none = {
    create: [],
    read: [],
    list: [],
    update: [],
    patchStatus: [],
    delete: [],
    watch: [],
  };
  const described = {
    name: "Pump",
    scope: "cluster",
    namespaces: [],
    samples: two.samples,
    statusMembers: members,
    isRuntime: false,
    statusModes: {},
    operations: { ...none, updateStatus: ids },
  } as const;
  const description = { ...target.description, kinds: [described] };
  const trial = pumpTrial({ ...target, description }, two);

  const { semantics } = await probeStatusWrites(trial, { kind: "Pump", name: "a" });

  expect(semantics.nullMembers).toBe("cleared");
  expect(trial.notes.at(["kinds", "Pump", "semantics", "nullMembers"])?.reason).toBe(
    "cleared, as observed with setRemark",
  );
});

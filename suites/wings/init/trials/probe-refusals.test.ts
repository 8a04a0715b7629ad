import { expect, it } from "vitest";
import { keyOf, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Resource } from "#contract";
import type { Exchange, Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { provokeRefusals } from "./probe-refusals.ts";
import { withMessageVersions } from "../requests/message-versions.ts";
import { matchersFor } from "../requests/refusal-signs.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

function operation(id: string): { id: string; field: string; arguments: object; result: string } {
  return { id, field: id, arguments: {}, result: "pumps" };
}

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version" },
  operations: {
    create: [{ ...operation("create"), arguments: {} }],
    read: [{ ...operation("read"), arguments: {} }],
    list: [],
    update: [{ ...operation("update"), arguments: {} }],
    updateStatus: [],
    patchStatus: [],
    delete: [{ ...operation("drop"), arguments: {} }],
    watch: [],
  },
  samples: { specs: [{ bar: 1 }], statuses: [], counter: "", invalidStatuses: [] },
};

const wholeReport = {
  ...operation("report"),
  arguments: {},
  result: "",
  statusMode: "partial",
} as const;

const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
const pump: Resource = { kind: "Pump", metadata, spec: {} };

function pumps(result: JsonObject): (command: Command) => Exchange {
  let isGone = false;
  return (command) => {
    if (command.verb === "create") isGone = false;
    const isMissed = isGone && command.verb !== "create";
    if (command.verb === "delete") isGone = true;
    const reply = { status: 200, body: { data: { [command.verb]: result } } };
    return isMissed
      ? { outcome: { result: "unintelligible", detail: "expected an object, not null" }, reply }
      : { outcome: { result: "object", object: pump } };
  };
}

it.each<readonly [string, JsonObject, readonly string[]]>([
  ["null for the object", { pump: null }, ["delete", "update"]],
  ["an empty list and a count of 0", { pumps: [], numUids: 0 }, ["delete", "update"]],
  ["a reason", { pumps: [], msg: "No nodes were updated" }, []],
  ["another object", { pumps: [{ name: "b" }] }, []],
])("learns which writes do not find a deleted object from %s", async (_, result, verbs) => {
  const trial = pumpTrial(pumpTarget(pumps(result)), kind);

  expect((await provokeRefusals(trial, keyOf(pump))).nullVerbs).toEqual(verbs);
});

it.each([
  { named: "a namespace that is null", data: { yard: null }, verbs: ["list"] },
  { named: "a list without entries", data: { yard: { pumps: { items: [] } } }, verbs: [] },
])("learns from $named that lists hide objects", async ({ data, verbs }) => {
  const unread: Exchange = {
    outcome: { result: "unintelligible", detail: "the list has no items" },
    reply: { status: 200, body: { data } },
  };
  const listed: Exchange = { ...unread, outcome: { result: "list", items: [] } };
  const isNull = verbs.length > 0;
  const target = pumpTarget((command) =>
    command.verb === "list"
      ? isNull
        ? unread
        : listed
      : { outcome: { result: "object", object: pump } },
  );
  const list = [{ id: "pumps", field: "yard.pumps", arguments: {}, items: "items" }];
  const known: Target = {
    ...target,
    description: { ...target.description, identities: ["author", "stranger"] },
  };
  const trial = pumpTrial(known, { ...kind, operations: { ...kind.operations, list } });

  expect((await provokeRefusals(trial, keyOf(pump))).nullVerbs).toEqual(verbs);
});

it.each([
  ["of the only form of results", {}],
  ["of a payload, if other mutations return the object", { updateStatus: [wholeReport] }],
])(
  "learns from the count %s that a stale write conflicts or its object is missing",
  async (_, other) => {
    let [version, isGone] = [1, false];
    const counted = (command: Command): Exchange => {
      if (command.verb === "create" && command.identity === "controller") {
        return {
          outcome: { result: "refused", refusal: { reason: "forbidden", message: "", causes: [] } },
        };
      }
      if (command.verb === "create") isGone = false;
      const isStale =
        command.verb === "update" && command.resourceVersion !== resourceVersion(String(version));
      const isMissed = isGone || isStale;
      if (command.verb === "update" && !isMissed) version += 1;
      if (command.verb === "delete") isGone = true;
      const result = { pumps: isMissed ? [] : [{ name: "a" }], numUids: isMissed ? 0 : 1 };
      const reply = { status: 200, body: { data: { [command.verb]: result } } };
      const own = { ...metadata, resourceVersion: resourceVersion(String(version)) };
      return isMissed
        ? { outcome: { result: "unintelligible", detail: "expected an object, not null" }, reply }
        : { outcome: { result: "object", object: { ...pump, metadata: own } }, reply };
    };
    const specs = [{ bar: 1 }, { bar: 2 }, { bar: 3 }];
    const samples = { ...kind.samples, specs };
    const operations = { ...kind.operations, ...other };
    const trial = pumpTrial(pumpTarget(counted), { ...kind, operations, samples });
    await provokeRefusals(trial, keyOf(pump));

    expect(matchersFor(trial.refusals)).toContainEqual({
      reason: "conflict",
      alsoFor: ["notFound"],
      payload: { path: "numUids", value: 0 },
      verbs: ["update", "updateStatus", "patchStatus"],
    });
  },
);

it("reads the message of a payload from a conflict if the schema rejects every invalid status", async () => {
  let version = 1;
  const listing = (command: Command): Exchange => {
    const given = command.verb === "updateStatus" ? command.resourceVersion : undefined;
    const own = { ...metadata, resourceVersion: resourceVersion(String(version)) };
    if (command.verb === "updateStatus" && Object.hasOwn(command.status, "")) {
      const message = "Int cannot represent a string";
      const refusal = { reason: "invalid", message, causes: [] } as const;
      const body = { errors: [{ message }] };
      return { outcome: { result: "refused", refusal }, reply: { status: 200, body } };
    }
    if (given === undefined || given === own.resourceVersion) {
      if (given !== undefined) version += 1;
      const written = { ...own, resourceVersion: resourceVersion(String(version)) };
      return { outcome: { result: "object", object: { ...pump, metadata: written } } };
    }
    const text = `the pump is at ${version}`;
    const faults = [{ sign: "PUMP-412", path: "version", text }];
    return {
      outcome: { result: "unintelligible", detail: "expected an object, not null" },
      reply: { status: 200, body: { data: { report: { pump: null, faults } } } },
    };
  };
  const report = { ...operation("report"), arguments: {}, result: "pump" };
  const updateStatus = [{ ...report, statusMode: "partial" } as const];
  const trial = pumpTrial(pumpTarget(listing), {
    ...kind,
    operations: { ...kind.operations, updateStatus },
    samples: { ...kind.samples, statuses: [{ level: 1 }, { level: 2 }, { level: 3 }] },
  });
  const { errors } = await provokeRefusals(trial, keyOf(pump));

  expect(errors.payload).toMatchObject({ message: "faults.text" });
});

it("learns where the message of a conflict contains the version of an object without a namespace", async () => {
  let version = 1;
  const quoting = (command: Command): Exchange => {
    const given = command.verb === "updateStatus" ? command.resourceVersion : undefined;
    const message = `a changed meanwhile: it is at ${version}, and not at ${given}`;
    const own = { ...metadata, resourceVersion: resourceVersion(String(version)) };
    if (given === undefined) {
      return { outcome: { result: "object", object: { ...pump, metadata: own } } };
    }
    if (given !== own.resourceVersion) {
      const refusal = { reason: "conflict", code: "STALE", message, causes: [] } as const;
      const body = { errors: [{ message, extensions: { code: "STALE" } }] };
      return { outcome: { result: "refused", refusal }, reply: { status: 200, body } };
    }
    version += 1;
    const written = { ...own, resourceVersion: resourceVersion(String(version)) };
    return { outcome: { result: "object", object: { ...pump, metadata: written } } };
  };
  const updateStatus = [{ ...operation("report"), arguments: {}, statusMode: "partial" } as const];
  const trial = pumpTrial(pumpTarget(quoting), {
    ...kind,
    operations: { ...kind.operations, updateStatus },
    samples: { ...kind.samples, statuses: [{ level: 1 }, { level: 2 }, { level: 3 }] },
  });
  await provokeRefusals(trial, keyOf(pump));

  expect(
    withMessageVersions([{ reason: "conflict", code: "STALE" }], trial.refusals),
  ).toContainEqual({
    reason: "conflict",
    code: "STALE",
    message: String.raw`meanwhile: it is at (?<version>\S+?), and no`,
  });
});

it("learns from the count in a second deletion that the object is missing", async () => {
  let isGone = false;
  const counted = (command: Command): Exchange => {
    if (command.verb === "create") isGone = false;
    if (command.verb !== "delete") return { outcome: { result: "object", object: pump } };
    const result = { nodesDeleted: isGone ? 0 : 1, edgesDeleted: 0 };
    isGone = true;
    return {
      outcome: { result: "done" },
      reply: { status: 200, body: { data: { drop: result } } },
    };
  };
  const trial = pumpTrial(pumpTarget(counted), kind);
  await provokeRefusals(trial, keyOf(pump));

  expect(matchersFor(trial.refusals)).toContainEqual({
    reason: "notFound",
    payload: { path: "nodesDeleted", value: 0 },
    verbs: ["delete"],
  });
});

it("learns no sign from a field that accepted writes also return", async () => {
  const trial = pumpTrial(
    pumpTarget((command) => {
      const isMissing = command.verb === "updateStatus" && command.key.name !== "b";
      const result = { pumps: isMissing ? [] : [{ name: "b" }], info: { propertiesSet: 0 } };
      const reply = { status: 200, body: { data: { [command.verb]: result } } };
      return isMissing
        ? { outcome: { result: "unintelligible", detail: "expected an object" }, reply }
        : { outcome: { result: "object", object: pump }, reply };
    }),
    {
      ...kind,
      operations: {
        ...kind.operations,
        updateStatus: [{ ...operation("report"), arguments: {}, statusMode: "partial" }],
      },
      samples: {
        specs: [{ bar: 1 }],
        statuses: [{ a: 1 }, { a: 2 }],
        counter: "a",
        invalidStatuses: [],
      },
    },
  );
  await provokeRefusals(trial, keyOf({ ...pump, metadata: { ...metadata, name: "b" } }));

  expect(trial.refusals.map(({ reason }) => reason)).toContain("notFound");
  expect(matchersFor(trial.refusals).filter(({ payload }) => payload?.path === "info")).toEqual([]);
});

it.each<readonly [string, boolean, readonly string[]]>([
  ["accepted", true, ["conflict"]],
  ["rejected like a stale one", false, []],
])("learns from a stale write if a current one is %s", async (_, isTaken, reasons) => {
  let version = 1;
  const exchangeOf = (command: Command): Exchange => {
    const shown = { ...metadata, resourceVersion: resourceVersion(String(version)) };
    const object: Exchange = {
      outcome: { result: "object", object: { ...pump, metadata: shown } },
    };
    if (command.verb !== "updateStatus") return object;
    const isCurrent = command.resourceVersion === String(version);
    if (isTaken && isCurrent) {
      version += 1;
      return object;
    }
    const message = isTaken ? "the version is stale" : "the code is malformed";
    const body = { errors: [{ message, extensions: { code: isTaken ? "STALE" : "INPUT" } }] };
    return {
      outcome: { result: "refused", refusal: { reason: "unclassified", message, causes: [] } },
      reply: { status: 200, body },
    };
  };
  const statuses = [{ load: 1 }, { load: 2 }, { load: 3 }];
  const own = {
    ...kind,
    operations: {
      ...kind.operations,
      updateStatus: [
        { ...operation("report"), arguments: {}, statusMode: "partial", crossWrite: "refused" },
      ],
    },
    samples: { ...kind.samples, statuses, counter: "load" },
  } as const;
  const trial = pumpTrial(pumpTarget(exchangeOf), own);

  await provokeRefusals(trial, keyOf(pump));

  const learned = trial.refusals.map(({ reason }) => reason).filter((one) => one === "conflict");
  expect(learned).toEqual(reasons);
});

const reporting: KindDialect = {
  ...kind,
  paths: { ...kind.paths, status: "status" },
  operations: {
    ...kind.operations,
    updateStatus: [{ ...operation("report"), arguments: {}, statusMode: "partial" }],
  },
  samples: { ...kind.samples, statuses: [{ flow: 1 }, { flow: 2 }, { flow: 3 }], counter: "flow" },
};

function rejected(code: string, place: "errcode" | "extensions" = "extensions"): Exchange {
  const refusal = { reason: "unclassified", code, message: code, causes: [] } as const;
  const coded = place === "errcode" ? { errcode: code } : { extensions: { code } };
  return {
    outcome: { result: "refused", refusal },
    reply: { status: 200, body: { errors: [{ message: code, ...coded }] } },
  };
}

/** Stores statuses at versions. Rejects a version that it never issued with the given code. */
function versionedPumps(
  foreign: string,
  place?: "errcode" | "extensions",
): (command: Command) => Exchange {
  let version = 1;
  return (command) => {
    if (command.verb === "updateStatus") {
      if (!/^\d+$/u.test(command.resourceVersion ?? "")) return rejected(foreign, place);
      if (command.resourceVersion !== String(version)) return rejected("STALE", place);
      version += 1;
    }
    const shown = { ...metadata, resourceVersion: resourceVersion(String(version)) };
    return { outcome: { result: "object", object: { ...pump, metadata: shown } } };
  };
}

it.each<readonly [string, "errcode" | "extensions", readonly string[]]>([
  ["VERSION_FORMAT", "extensions", ["VERSION_FORMAT"]],
  ["VERSION_FORMAT", "errcode", ["VERSION_FORMAT"]],
  ["STALE", "extensions", []],
  ["STALE", "errcode", []],
  ["INTERNAL_SERVER_ERROR", "extensions", []],
  ["INTERNAL_SERVER_ERROR", "errcode", []],
])("learns whether %s in %s means an invalid version", async (code, place, invalid) => {
  const trial = pumpTrial(pumpTarget(versionedPumps(code, place)), reporting);

  await provokeRefusals(trial, keyOf(pump));
  const codes = trial.refusals
    .filter(
      ({ reason, particulars }) => reason === "invalid" && particulars.includes("no-such-version"),
    )
    .flatMap(({ exchange: { outcome } }) =>
      outcome.result === "refused" ? [outcome.refusal.code] : [],
    );
  expect(codes).toEqual(invalid);
});

it("learns conflicts where the author may write statuses, which is a defect", async () => {
  const pumpsOf = versionedPumps("STALE");
  const exchangeOf = (command: Command): Exchange =>
    "identity" in command && command.identity === "stranger"
      ? rejectedAs(pumpsOf, command, "DENIED")
      : pumpsOf(command);
  const trial = pumpTrial(pumpTarget(exchangeOf, ["author", "controller", "stranger"]), reporting);

  await provokeRefusals(trial, keyOf(pump));

  const learned = trial.refusals.map(({ reason, exchange }) => [
    reason,
    exchange.outcome.result === "refused" ? exchange.outcome.refusal.message : "",
  ]);
  expect(learned).toContainEqual(["forbidden", "DENIED"]);
  expect(learned).not.toContainEqual(["forbidden", "STALE"]);
});

it.each<readonly [string, string, boolean]>([
  ["DENIED", "DENIED", true],
  ["DENIED", "NO_CREDENTIAL", false],
  ["DENIED", "STALE", false],
])("learns whether %s also rejects anonymous requests: %s", async (code, anonymous, expected) => {
  const pumpsOf = versionedPumps("STALE");
  const exchangeOf = (command: Command): Exchange => {
    if (!("identity" in command)) return pumpsOf(command);
    if (command.identity === "anonymous") return rejected(anonymous);
    const isDenied = command.identity === "author" && command.verb === "updateStatus";
    return isDenied ? rejected(code) : pumpsOf(command);
  };
  const identities = ["author", "controller", "anonymous"] as const;
  const trial = pumpTrial(pumpTarget(exchangeOf, identities), reporting);

  const shown = await provokeRefusals(trial, keyOf(pump));

  const reasons = trial.refusals.flatMap((one) => (one.isAnonymous === true ? [one.reason] : []));
  expect(shown.isAnonymousForbidden === true).toBe(expected);
  expect(new Set(reasons)).toEqual(new Set([expected ? "forbidden" : "unauthenticated"]));
});

function rejectedAs(
  pumpsOf: (command: Command) => Exchange,
  command: Command,
  code: string,
): Exchange {
  if (command.verb !== "updateStatus") return rejected(code);
  const read = pumpsOf({ verb: "read", identity: "author", key: keyOf(pump) });
  const { outcome } = read;
  const isStale =
    outcome.result === "object" &&
    outcome.object.metadata.resourceVersion !== command.resourceVersion;
  return rejected(isStale ? "STALE" : code);
}

it.each<readonly [string, KindDialect]>([
  ["no mutation writes statuses", kind],
  ["status writes keep the version", reporting],
])("learns conflicts from spec writes if %s", async (_, own) => {
  let version = 1;
  const exchangeOf = (command: Command): Exchange => {
    if (command.verb === "update") {
      if (command.resourceVersion !== String(version)) return rejected("STALE");
      version += 1;
    }
    const shown = { ...metadata, resourceVersion: resourceVersion(String(version)) };
    return { outcome: { result: "object", object: { ...pump, metadata: shown } } };
  };
  const samples = { ...own.samples, specs: [{ bar: 1 }, { bar: 2 }, { bar: 3 }] };
  const trial = pumpTrial(pumpTarget(exchangeOf), { ...own, samples });

  await provokeRefusals(trial, keyOf(pump));

  const conflicts = trial.refusals.filter(({ reason }) => reason === "conflict");
  expect(conflicts.map(({ current }) => current)).toEqual(["2"]);
});

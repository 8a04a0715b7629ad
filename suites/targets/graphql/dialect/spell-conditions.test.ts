import { describe, expect, it } from "vitest";
import { readConditions, spellConditions, spellConditionsPatch } from "./spell-conditions.ts";

const words = { True: "yes", False: "no", Unknown: "perhaps" };

describe("conditions with other field names", () => {
  const spelling = {
    status: { True: "TRUE", False: "FALSE", Unknown: "UNKNOWN" },
    members: { type: "kind", lastTransitionTime: "since" },
    time: "milliseconds",
  } as const;
  const common = {
    phase: "x",
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2024-01-01T00:00:00Z" }],
  };
  const spelled = {
    phase: "x",
    conditions: [{ kind: "Ready", status: "TRUE", since: "2024-01-01T00:00:00.000Z" }],
  };

  it("are written in them and read back", () => {
    expect(spellConditions(common, spelling)).toEqual(spelled);
    expect(readConditions(spelled, spelling)).toEqual(common);
  });

  it.each([
    { conditions: [{ status: "true", lastTransitionTime: "yesterday" }, 7, null] },
    { conditions: "none" },
    {},
  ])("stay as wrong as they are: $conditions", (status) => {
    expect(readConditions(spellConditions(status, spelling), spelling)).toEqual(status);
  });
});

it("conditions are written and read without a time that the server sets", () => {
  const spelling = { members: { lastTransitionTime: "since" }, time: "server" } as const;
  const ready = { type: "Ready", status: "True" };
  const common = { conditions: [{ ...ready, lastTransitionTime: "2024-01-01T00:00:00Z" }] };
  const stored = { conditions: [{ ...ready, since: "2024-01-02T00:00:00Z" }] };

  expect(spellConditions(common, spelling)).toEqual({ conditions: [ready] });
  expect(readConditions(stored, spelling)).toEqual({ conditions: [ready] });
});

describe("a JSON patch", () => {
  const spelling = {
    member: "state.notes",
    status: { True: "TRUE", False: "FALSE", Unknown: "UNKNOWN" },
    members: { type: "kind", lastTransitionTime: "since" },
    time: "milliseconds",
  } as const;
  const time = "2024-01-01T00:00:00Z";
  const own = { type: "Ready", status: "True", lastTransitionTime: time };
  const theirs = { kind: "Ready", status: "TRUE", since: "2024-01-01T00:00:00.000Z" };

  it.each([
    [
      "/status",
      { phase: "x", state: { notes: [own] } },
      { phase: "x", state: { notes: [theirs] } },
    ],
    ["/status/state", { notes: [own] }, { notes: [theirs] }],
    ["/status/state/notes", [own], [theirs]],
    ["/status/state/notes/0", own, theirs],
    ["/status/state/notes/-", own, theirs],
    ["/status/state/notes/0/status", "True", "TRUE"],
    ["/status/state/notes/0/reason", "True", "True"],
  ])("contains values at %s in the format of the endpoint", (path, value, expected) => {
    expect(spellConditionsPatch([{ op: "add", path, value }], spelling)).toEqual([
      { op: "add", path, value: expected },
    ]);
  });

  it("names fields of conditions as the endpoint does", () => {
    const [from, path] = ["/status/state/notes/0/type", "/status/state/notes/1/type"];
    const [theirFrom, theirPath] = ["/status/state/notes/0/kind", "/status/state/notes/1/kind"];
    const since = "/status/state/notes/0/since";
    const patch = [
      { op: "copy", from, path },
      { op: "remove", path },
      { op: "test", path: "/status/state/notes/0/lastTransitionTime", value: time },
    ];

    expect(spellConditionsPatch(patch, spelling)).toEqual([
      { op: "copy", from: theirFrom, path: theirPath },
      { op: "remove", path: theirPath },
      { op: "test", path: since, value: theirs.since },
    ]);
  });

  it.each([
    [[{ op: "test", path: "/spec/state/notes/0/type", value: "True" }]],
    [[{ op: "add", path: "/status/phase", value: "True" }]],
    [[{ op: "add", path: "/status/state/notes", value: "none" }]],
    [[{ op: "add", path: "/status/state/notes/0/type/x", value: "True" }]],
    [[{ op: "add", path: 7, value: "True" }, "True", null]],
    ["no list"],
  ])("stays as wrong or as it is: %j", (patch) => {
    expect(spellConditionsPatch(patch, spelling)).toEqual(patch);
  });
});

describe("the status of a condition", () => {
  it.each(["True", "False", "Unknown"] as const)("%s is rephrased", (word) => {
    expect(spellConditions({ conditions: [{ status: word }] }, { status: words })).toEqual({
      conditions: [{ status: words[word] }],
    });
    expect(readConditions({ conditions: [{ status: words[word] }] }, { status: words })).toEqual({
      conditions: [{ status: word }],
    });
  });

  it("is no name that every object inherits", () => {
    const status = { conditions: [{ status: "constructor" }] };

    expect(spellConditions(status, { status: words })).toEqual(status);
    expect(readConditions(status, { status: words })).toEqual(status);
  });

  it("is no other member that has its value", () => {
    expect(spellConditions({ conditions: [{ reason: "True" }] }, { status: words })).toEqual({
      conditions: [{ reason: "True" }],
    });
    expect(readConditions({ conditions: [{ reason: "yes" }] }, { status: words })).toEqual({
      conditions: [{ reason: "yes" }],
    });
  });
});

describe("the time of a condition", () => {
  const at = "2024-01-01T00:00:00";

  it.each([
    { time: "seconds", of: `${at}Z`, written: `${at}Z` },
    { time: "milliseconds", of: `${at}Z`, written: `${at}.000Z` },
    { time: "microseconds", of: `${at}Z`, written: `${at}.000000Z` },
    { time: undefined, of: `${at}Z`, written: `${at}Z` },
    { time: "milliseconds", of: `x${at}Z`, written: `x${at}Z` },
    { time: "milliseconds", of: `${at}Zx`, written: `${at}Zx` },
    { time: "milliseconds", of: `${at}.5Z`, written: `${at}.5Z` },
    { time: "milliseconds", of: 7, written: 7 },
  ] as const)("$of is written with $time: $written", ({ time, of, written }) => {
    const spelling = time === undefined ? { status: words } : { time };
    const status = { conditions: [{ lastTransitionTime: of, reason: of }] };

    expect(spellConditions(status, spelling)).toEqual({
      conditions: [{ lastTransitionTime: written, reason: of }],
    });
  });

  it.each([
    { sent: `${at}.000Z`, read: `${at}Z` },
    { sent: `${at}.000+01:30`, read: `${at}+01:30` },
    { sent: `${at}.000-01:30`, read: `${at}-01:30` },
    { sent: `${at}.500Z`, read: `${at}.500Z` },
    { sent: `${at}.000Zx`, read: `${at}.000Zx` },
    { sent: `${at}.000+01:30x`, read: `${at}.000+01:30x` },
    { sent: `${at}.000x01:30`, read: `${at}.000x01:30` },
    { sent: 7, read: 7 },
  ])("$sent is read as $read", ({ sent, read }) => {
    expect(
      readConditions(
        { conditions: [{ lastTransitionTime: sent, reason: sent }] },
        { time: "milliseconds" },
      ),
    ).toEqual({
      conditions: [{ lastTransitionTime: read, reason: sent }],
    });
  });

  it("is read as received by default", () => {
    const status = { conditions: [{ lastTransitionTime: `${at}.000Z` }] };

    expect(readConditions(status, { status: words })).toEqual(status);
    expect(readConditions(status, undefined)).toEqual(status);
    expect(spellConditions(status, undefined)).toEqual(status);
  });
});

it("conditions may be another member of the status", () => {
  const spelling = { member: "states", members: { type: "kind" } };

  expect(spellConditions({ states: [{ type: "Ready" }] }, spelling)).toEqual({
    states: [{ kind: "Ready" }],
  });
  expect(readConditions({ states: [{ kind: "Ready" }] }, spelling)).toEqual({
    states: [{ type: "Ready" }],
  });
});

it("conditions may be inside another field of the status", () => {
  const spelling = { member: "health.checks", members: { type: "kind" } };
  const own = { health: { score: 1, checks: [{ type: "Ready" }] }, checks: [{ type: "other" }] };
  const theirs = { health: { score: 1, checks: [{ kind: "Ready" }] }, checks: [{ type: "other" }] };

  expect(spellConditions(own, spelling)).toEqual(theirs);
  expect(readConditions(theirs, spelling)).toEqual(own);
});

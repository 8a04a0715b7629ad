import { describe, expect, it } from "vitest";
import { uid } from "#contract";
import type { Command, JsonObject, Outcome, Resource } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
} from "../testing/builders.ts";
import { judgeWriteElsewhere } from "./write-elsewhere.ts";

const requirement = "write.stays-in-namespace";

const keys = {
  home: { kind: "Service", namespace: "north", name: "a" },
  away: { kind: "Service", namespace: "south", name: "a" },
};

const status = { phase: "Ready", replicas: 3 };

const commands = {
  status: { verb: "updateStatus", identity: "controller", key: keys.away, status },
  update: { verb: "update", identity: "author", key: keys.away, spec: { size: 2 } },
  patch: {
    verb: "patchStatus",
    identity: "controller",
    key: keys.away,
    format: "merge",
    patch: { status },
  },
  delete: { verb: "delete", identity: "author", key: keys.away },
} as const satisfies Readonly<Record<string, Command>>;

interface Shown {
  readonly version?: string;
  readonly namespace?: string;
  readonly id?: string;
  readonly status?: JsonObject;
  readonly size?: number;
  readonly deletionTimestamp?: string;
}

function shown(parts: Shown = {}): Resource {
  const { version = "1", namespace = "north", id = "u", size = 1, deletionTimestamp } = parts;
  const ending = deletionTimestamp === undefined ? {} : { deletionTimestamp };
  return resourceAt(version, {
    spec: { size },
    ...(parts.status === undefined ? {} : { status: parts.status }),
    metadata: { namespace, uid: uid(id), ...ending },
  });
}

const unchanged = accepted(shown());
const missing = refused("notFound");

interface Tried {
  readonly by?: keyof typeof commands;
  readonly attempt: Outcome;
  readonly before?: Outcome;
  readonly home?: Outcome;
  readonly away?: Outcome;
  readonly repaired?: Outcome;
  readonly control?: Outcome;
}

function judge(tried: Tried): Finding {
  const { by = "status", before = unchanged, home = unchanged, away = missing } = tried;
  const { attempt, repaired = unchanged, control = unchanged } = tried;
  return judgeWriteElsewhere({
    keys,
    before: stepWith(before, 1),
    attempt: { ...stepWith(attempt, 2), command: commands[by] },
    after: { home: stepWith(home, 3), away: stepWith(away, 4) },
    repaired: stepWith(repaired, 5),
    control: stepWith(control, 6),
  });
}

describe("a write in another namespace may", () => {
  it.each([
    { why: "be rejected as not found", attempt: missing },
    { why: "be rejected as forbidden", attempt: refused("forbidden") },
    { why: "be accepted without an effect", by: "delete", attempt: { result: "done" } },
    {
      why: "create another object there, which is judged elsewhere",
      attempt: accepted(shown({ namespace: "south", id: "new", status })),
      away: accepted(shown({ namespace: "south", id: "new", status })),
    },
    {
      why: "be rejected while another client writes other values",
      attempt: missing,
      home: accepted(shown({ version: "2", status: { phase: "Pending" } })),
    },
  ] as const)("$why", (tried) => {
    expect(judge(tried)).toMatchObject({ result: "held", instances: 1 });
  });

  it("move the object there", () => {
    const moved = accepted(shown({ version: "2", namespace: "south", size: 2 }));
    const tried = { by: "update", attempt: moved, home: missing, away: moved } as const;
    expect(judge(tried)).toMatchObject({ result: "held", instances: 0, isInapplicable: true });
    // Reads may find the moved object under its old key, too.
    expect(judge({ ...tried, home: moved })).toMatchObject({ isInapplicable: true });
  });
});

describe("a write in another namespace must not", () => {
  const reported = accepted(shown({ version: "2", status }));
  const updated = accepted(shown({ version: "2", size: 2 }));

  it.each([
    { why: "change the status", by: "status", attempt: reported, home: reported },
    { why: "patch the status", by: "patch", attempt: reported, home: reported },
    { why: "change the spec", by: "update", attempt: updated, home: updated },
    {
      why: "change the object without a response",
      by: "update",
      attempt: { result: "done" },
      home: updated,
    },
    { why: "change it and report it as missing", by: "status", attempt: missing, home: reported },
    {
      why: "change a part of the status",
      by: "status",
      attempt: { result: "done" },
      home: accepted(shown({ version: "2", status: { phase: "Ready" } })),
    },
    { why: "return it, although it stays unchanged", by: "status", attempt: unchanged },
    { why: "delete it", by: "delete", attempt: unchanged, home: missing },
    { why: "delete it and report it as missing", by: "delete", attempt: missing, home: missing },
    {
      why: "mark it for deletion",
      by: "delete",
      attempt: { result: "done" },
      home: accepted(shown({ version: "2", deletionTimestamp: "2026-11-01T00:00:00Z" })),
    },
  ] as const)("$why", (tried) => {
    expect(openResults([judge(tried)])).toEqual({ [requirement]: "violated" });
  });
});

describe("nothing is decided if", () => {
  const elsewhere = accepted(shown({ namespace: "south" }));

  it.each([
    { why: "the object is in both namespaces", attempt: missing, away: elsewhere },
    { why: "the object is gone after an update", by: "update", attempt: missing, home: missing },
    {
      why: "a deletion moved the object",
      by: "delete",
      attempt: missing,
      home: missing,
      away: elsewhere,
    },
    { why: "the object cannot be read", attempt: missing, home: refused("forbidden") },
    { why: "the response hides the namespace of the object", attempt: elsewhere },
    {
      why: "the response contains an object that a read added, and another write changed it",
      attempt: { result: "object", object: shown({ version: "2" }), isFromRead: true },
      home: accepted(shown({ version: "2" })),
    },
    {
      why: "a rejected write and another client may have changed a part",
      attempt: missing,
      home: accepted(shown({ version: "2", status: { phase: "Ready" } })),
    },
    {
      why: "the object was marked for deletion by another client",
      attempt: missing,
      home: accepted(shown({ version: "2", deletionTimestamp: "2026-11-01T00:00:00Z" })),
    },
    { why: "the same write is rejected for an object there", attempt: missing, control: missing },
    { why: "the same write is rejected in the own namespace", attempt: missing, repaired: missing },
    { why: "the server failed", attempt: refused("internal") },
    { why: "the object could not be read before", attempt: missing, before: missing },
    { why: "nothing was sent", attempt: { result: "unsupported", detail: "no operation" } },
  ] as const)("$why", (tried) => {
    expect(openResults([judge(tried)])).toEqual({ [requirement]: "undecided" });
  });
});

it("a lost response is an error", () => {
  expect(judge({ attempt: noReply }).result).toBe("errored");
});

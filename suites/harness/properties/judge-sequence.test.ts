import { expect, it } from "vitest";
import { contractSemantics, resourceVersion, uid } from "#contract";
import type {
  Command,
  JsonObject,
  ObjectKey,
  Outcome,
  RefusalReason,
  Resource,
  ResourceVersion,
  UpdateStatusCommand,
} from "#contract";
import type { ModelRules } from "#model";
import { judgeSequence } from "./judge-sequence.ts";
import type { Judgement } from "./sequence-judgement.ts";
import type { Played, PlayedStep } from "./play.ts";

const key: ObjectKey = { kind: "Widget", namespace: "default", name: "web" };
const rules: ModelRules = {
  semantics: contractSemantics,
  features: [],
  statusModes: { partial: "partial" },
};
const spec = { size: 1 };
const [first, second, third, fourth] = ["1", "2", "3", "4"].map(resourceVersion);

function objectAt(version: ResourceVersion | undefined): Resource {
  const metadata = { name: "web", namespace: "default", uid: uid("u1"), generation: 1 };
  return {
    kind: "Widget",
    metadata: { ...metadata, resourceVersion: version ?? resourceVersion("0") },
    spec,
  };
}

function grownAt(version: ResourceVersion | undefined): Resource {
  const { metadata } = objectAt(version);
  return { kind: "Widget", metadata: { ...metadata, generation: 2 }, spec: { size: 2 } };
}

function accepted(version: ResourceVersion | undefined, at = objectAt): Outcome {
  return { result: "object", object: at(version) };
}

function refused(reason: RefusalReason, code?: string): Outcome {
  const coded = code === undefined ? {} : { code };
  return { result: "refused", refusal: { reason, ...coded, message: reason, causes: [] } };
}

const creation: Command = { verb: "create", identity: "author", key, spec };
const update: Command = { verb: "update", identity: "author", key, spec: { size: 2 } };
const read: Command = { verb: "read", identity: "author", key };

function report(identity: "author" | "controller", version = second): UpdateStatusCommand {
  const named = { resourceVersion: version ?? resourceVersion("2") };
  const status = { phase: "Ready" };
  return { verb: "updateStatus", identity, via: "partial", key, ...named, status };
}

interface Sequence {
  readonly steps: readonly (readonly [Command, Outcome, "look"?])[];
  /** The versions of the events: ADDED, then MODIFIED. Undefined for a target without watches. */
  readonly versions: readonly (ResourceVersion | undefined)[] | undefined;
}

function played({ steps, versions }: Sequence): Played {
  const events = (versions ?? []).map((version, index) => ({
    type: index === 0 ? ("ADDED" as const) : ("MODIFIED" as const),
    resourceVersion: version ?? resourceVersion("0"),
    object: objectAt(version),
    arrivedMs: 0,
  }));
  return {
    moves: [],
    keys: [key],
    steps: steps.map(([command, outcome, mark], index): PlayedStep => ({
      move: index,
      isLook: mark === "look",
      step: { exchange: index + 1, command, outcome, startedMs: index, endedMs: index },
    })),
    settled: [{ watched: versions !== undefined, reached: true, events }],
    watches: [],
  };
}

const denied = [report("author"), refused("forbidden")] as const;
const conflicting = [report("controller"), refused("conflict")] as const;

it.each<Sequence & { readonly name: string; readonly requirement: string | undefined }>([
  {
    name: "a write that names the version of the response is rejected, and the event has another version",
    steps: [[creation, accepted(second)], conflicting],
    versions: [first],
    requirement: "watch.event-carries-stored-object",
  },
  {
    name: "a write that names the version of the response and of the event is rejected",
    steps: [[creation, accepted(second)], conflicting],
    versions: [second],
    requirement: "write.stores-submitted-status",
  },
  {
    name: "a read after a refusal shows the version of the preceding event, not of the response",
    steps: [[creation, accepted(second)], denied, [read, accepted(third), "look"]],
    versions: [third],
    requirement: "watch.event-carries-stored-object",
  },
  {
    name: "a read after a refusal shows a version with its own event",
    steps: [[creation, accepted(second)], denied, [read, accepted(third), "look"]],
    versions: [second, third],
    requirement: "isolation.refused-write-changes-nothing",
  },
  {
    name: "without a refusal, an event has another version than the response",
    steps: [[creation, accepted(second)]],
    versions: [third],
    requirement: "watch.event-carries-stored-object",
  },
  {
    name: "after a refusal that changed nothing, an event has another version than the response",
    steps: [[creation, accepted(second)], denied, [read, accepted(second), "look"]],
    versions: [third],
    requirement: "watch.event-carries-stored-object",
  },
  {
    name: "without events, a read before the refusal showed the version of the response",
    steps: [
      [creation, accepted(second)],
      [read, accepted(second)],
      denied,
      [read, accepted(third), "look"],
    ],
    versions: undefined,
    requirement: "isolation.refused-write-changes-nothing",
  },
  {
    name: "a read after a refusal shows the state before the preceding accepted write",
    steps: [
      [creation, accepted(first)],
      [update, accepted(second, grownAt)],
      denied,
      [read, accepted(first), "look"],
    ],
    versions: [first],
    requirement: "write.visible-to-later-reads",
  },
])("$name", ({ requirement, ...sequence }) => {
  expect(judgeSequence(played(sequence), rules).violation?.requirement).toBe(requirement);
});

function judgeLook(reason: RefusalReason, code?: string): Judgement {
  const look = [read, refused(reason, code), "look"] as const;
  const steps = [[creation, accepted(second)], denied, look] as const;
  return judgeSequence(played({ steps, versions: [second] }), rules);
}

it("is undecided if the endpoint rejects a read for an unknown reason", () => {
  const requirement = "isolation.refused-write-changes-nothing";

  expect(judgeLook("unclassified")).toMatchObject({ trouble: { requirement, isError: false } });
  expect(judgeLook("unclassified")).not.toHaveProperty("violation");
  expect(judgeLook("notFound")).toMatchObject({ violation: { requirement } });
});

it("is undecided if a read exceeds the rate limit, which the reason states", () => {
  const reason = expect.stringContaining("a read exceeded the rate limit of the target: ");

  expect(judgeLook("rateLimited")).toMatchObject({ trouble: { isError: false, reason } });
});

it("finds a read that fails in the server", () => {
  expect(judgeLook("unclassified", "INTERNAL_SERVER_ERROR")).toHaveProperty("violation");
});

it("counts no rejection that may have another reason", () => {
  const requirement = "concurrency.stale-status-write-conflicts";
  const exercisedBy = (alsoFor?: RefusalReason): number | undefined => {
    const meanings = alsoFor === undefined ? {} : { alsoFor: [alsoFor] };
    const refusal = { reason: "conflict", ...meanings, message: "0", causes: [] } as const;
    const stale = [report("controller", first), { result: "refused", refusal }] as const;
    const steps = [
      [creation, accepted(first)],
      [{ verb: "update", identity: "author", key, spec: { size: 2 } }, accepted(second, grownAt)],
      stale,
    ] as const;
    const judgement = judgeSequence(played({ steps, versions: undefined }), rules);
    expect(judgement).not.toHaveProperty("violation");
    return judgement.exercised[requirement];
  };

  expect(exercisedBy()).toBe(1);
  expect(exercisedBy("notFound")).toBeUndefined();
});

it("is undecided if the first status of an object is rejected as invalid", () => {
  const invalid = [report("controller"), refused("invalid")] as const;
  const initial = played({ steps: [[creation, accepted(second)], invalid], versions: [second] });
  expect(judgeSequence(initial, rules)).not.toHaveProperty("violation");
  expect(judgeSequence(initial, rules).trouble).toEqual({
    requirement: "write.stores-submitted-status",
    isError: false,
    reason: expect.stringContaining("the first status of an object may require fields"),
    evidence: [1, 2],
  });

  const status = { phase: "Ready" };
  const other: ObjectKey = { ...key, name: "app" };
  const otherAt = (version: ResourceVersion | undefined): Resource => {
    const { metadata, ...rest } = objectAt(version);
    return { ...rest, metadata: { ...metadata, name: "app", uid: uid("u2") } };
  };
  const smaller = played({
    steps: [
      [{ verb: "create", identity: "author", key: other, spec }, accepted(first, otherAt)],
      [
        { ...report("controller", first), key: other },
        { result: "object", object: { ...otherAt(second), status } },
      ],
      [creation, accepted(third)],
      [report("controller", third), refused("invalid")],
    ],
    versions: undefined,
  });
  expect(judgeSequence(smaller, rules).violation?.requirement).toBe(
    "write.stores-submitted-status",
  );

  const outcome: Outcome = { result: "object", object: { ...objectAt(third), status } };
  const reported = [report("controller"), outcome] as const;
  const again = [report("controller", third), refused("invalid")] as const;
  const steps = [[creation, accepted(second)], reported, again] as const;
  const later = played({ steps, versions: undefined });
  expect(judgeSequence(later, rules).violation?.requirement).toBe("write.stores-submitted-status");
});

it("is undecided if a first status has a value of another write, which may be a default", () => {
  const missing = { ...report("controller"), key: { ...key, name: "app" }, status: { num: 1 } };
  const status = { phase: "Ready", num: 1 };
  const outcome: Outcome = { result: "object", object: { ...objectAt(third), status } };
  const steps = [
    [creation, accepted(second)],
    [missing, refused("notFound")],
    [report("controller"), outcome],
  ] as const;
  const { violation, trouble } = judgeSequence(played({ steps, versions: undefined }), rules);

  expect(violation).toBeUndefined();
  expect(trouble).toMatchObject({
    requirement: "write.omitted-members-unchanged",
    isError: false,
    reason: expect.stringContaining("which may be the default: status.num 1"),
  });
});

it("without events or reads, either the response or the rejected write is wrong", () => {
  const steps = [[creation, accepted(second)], denied, [read, accepted(third), "look"]] as const;
  const { violation, trouble } = judgeSequence(played({ steps, versions: undefined }), rules);

  expect(violation).toBeUndefined();
  expect(trouble).toMatchObject({
    requirement: "isolation.refused-write-changes-nothing",
    isError: false,
  });
});

it.each([
  { what: "of the kind is unknown", statusDefault: undefined },
  { what: "of the kind is empty", statusDefault: {} },
])("reports a status of the previous object as inherited if the initial status $what", (given) => {
  const { statusDefault } = given;
  const status = { phase: "Ready" };
  const deletion: Command = { verb: "delete", identity: "author", key };
  const reported = objectAt(second);
  const successor = objectAt(fourth);
  const next = { ...successor, metadata: { ...successor.metadata, uid: uid("u2") }, status };
  const steps = [
    [creation, accepted(first)],
    [report("controller", first), { result: "object", object: { ...reported, status } }],
    [deletion, { result: "object", object: { ...objectAt(third), status } }],
    [creation, { result: "object", object: next }],
  ] as const;
  const all = { ...rules, ...(statusDefault === undefined ? {} : { statusDefault }) };
  const { violation } = judgeSequence(played({ steps, versions: undefined }), all);

  expect(violation).toMatchObject({
    requirement: "deletion.successor-starts-afresh",
    actual: expect.stringContaining('status.phase is "Ready"'),
  });
});

it.each([
  { what: "a completed deletion", metadata: {}, requirement: undefined },
  {
    what: "a deletion that waits for finalizers",
    metadata: { finalizers: ["example.com/hold"] },
    requirement: "isolation.spec-write-never-changes-status",
  },
])("requires the status in the response to $what: $requirement", ({ metadata, requirement }) => {
  const status = { phase: "Ready" };
  const at = (version: ResourceVersion | undefined): Resource => {
    const object = objectAt(version);
    return { ...object, metadata: { ...object.metadata, ...metadata } };
  };
  const command: Command = { verb: "delete", identity: "author", key };
  const last = at(third);
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  const gone = { ...last, metadata: { ...last.metadata, generation: 2, deletionTimestamp } };
  const steps = [
    [
      { ...creation, ...metadata },
      { result: "object", object: at(first) },
    ],
    [report("controller", first), { result: "object", object: { ...at(second), status } }],
    [command, { result: "object", object: requirement === undefined ? last : gone }],
  ] as const;

  const { violation } = judgeSequence(played({ steps, versions: undefined }), rules);
  expect(violation?.requirement).toBe(requirement);
});

it.each([
  { what: "omits the whole spec", shown: {}, requirement: undefined },
  {
    what: "shows another spec",
    shown: { spec: { size: 2 } },
    requirement: "isolation.status-write-never-changes-spec",
  },
])("judges a status write whose response $what: $requirement", ({ shown, requirement }) => {
  const { spec: _omitted, ...bare } = objectAt(second);
  const object: Resource = { ...bare, status: { phase: "Ready" }, ...shown };
  const steps = [
    [creation, accepted(first)],
    [report("controller", first), { result: "object", object }],
  ] as const;

  const { violation } = judgeSequence(played({ steps, versions: undefined }), rules);
  expect(violation?.requirement).toBe(requirement);
});

it.each<{
  what: string;
  from?: { readonly isFromRead: true };
  status?: JsonObject;
  requirement?: string;
}>([
  { what: "omits the whole status" },
  {
    what: "is replaced by a read without a status",
    from: { isFromRead: true },
    requirement: "isolation.spec-write-never-changes-status",
  },
  {
    what: "shows another status",
    status: { phase: "Lost" },
    requirement: "isolation.spec-write-never-changes-status",
  },
])("judges a spec write whose response $what: $requirement", ({ from, status, requirement }) => {
  const object = { ...grownAt(third), ...(status === undefined ? {} : { status }) };
  const reported = { ...objectAt(second), status: { phase: "Ready" } };
  const steps = [
    [creation, accepted(first)],
    [report("controller", first), { result: "object", object: reported }],
    [update, { result: "object", object, ...from }],
  ] as const;

  const { violation } = judgeSequence(played({ steps, versions: undefined }), rules);
  expect(violation?.requirement).toBe(requirement);
});

it("does not decide about the event of a deletion while reads show the object", () => {
  const deletion: Command = { verb: "delete", identity: "author", key };
  const sequence = played({
    steps: [
      [creation, accepted(first)],
      [deletion, accepted(first)],
    ],
    versions: [first],
  });

  expect(judgeSequence(sequence, rules).violation?.requirement).toBe("watch.deletion-is-deleted");
  const { violation, trouble } = judgeSequence({ ...sequence, unremoved: key }, rules);
  expect(violation).toBeUndefined();
  expect(trouble?.reason).toBe("the object still existed several seconds after its deletion");
});

it.each(["2", "3"].map(resourceVersion))(
  "does not decide about a removal that is only announced, at %s",
  (at) => {
    const deletion: Command = { verb: "delete", identity: "author", key };
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    const plain = objectAt(second);
    const gone = { ...plain, metadata: { ...plain.metadata, deletionTimestamp } };
    const sequence = played({
      steps: [
        [creation, accepted(first)],
        [deletion, { result: "object", object: gone }],
      ],
      versions: [first],
    });
    const object = { ...gone, metadata: { ...gone.metadata, resourceVersion: at } };
    const announced = { type: "MODIFIED", resourceVersion: at, object, arrivedMs: 0 } as const;
    const settled = sequence.settled.map((one) => ({ ...one, events: [...one.events, announced] }));

    const { violation, trouble } = judgeSequence({ ...sequence, settled, unremoved: key }, rules);
    expect(violation).toBeUndefined();
    expect(trouble?.requirement).toBe("watch.deletion-is-deleted");
  },
);

it.each([
  { deletion: { result: "done" } as const, requirement: undefined },
  { deletion: undefined, requirement: "errors.existing-name-already-exists" },
])("a name that is taken again after $deletion", ({ deletion, requirement }) => {
  const remove: Command = { verb: "delete", identity: "author", key };
  const held = { finalizers: ["a/hold"] };
  const object = { ...objectAt(first), metadata: { ...objectAt(first).metadata, ...held } };
  const again = { ...objectAt(third), metadata: { ...objectAt(third).metadata, uid: uid("u2") } };
  const steps = [
    [
      { ...creation, ...held },
      { result: "object", object },
    ],
    ...(deletion === undefined ? [] : [[remove, deletion] as const]),
    [creation, { result: "object", object: again }],
  ] as const;

  const { violation } = judgeSequence(played({ steps, versions: undefined }), rules);
  expect(violation?.requirement).toBe(requirement);
});

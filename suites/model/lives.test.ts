import { describe as suite, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Outcome, Resource, Semantics } from "#contract";
import { eventDifference, observe } from "./index.ts";
import type { EventDifference, ModelRules } from "./index.ts";
import {
  accepted,
  creation,
  describe,
  key,
  objectAt,
  refused,
  report,
  rules,
  stateAfter,
  fixture,
  update,
} from "./state/model.fixture.ts";

const status = { phase: "Ready", num: 1 };

function under(semantics: Partial<Semantics>): ModelRules {
  return { ...rules, semantics: { ...rules.semantics, ...semantics } };
}

suite("declared freedoms", () => {
  it.each<{
    readonly name: string;
    readonly semantics: Partial<Semantics>;
    readonly command: Command;
    readonly outcome: Outcome;
  }>([
    {
      name: "a repetition may take a version",
      semantics: { noOp: "takesVersion" },
      command: report(2, { num: 1 }),
      outcome: accepted(objectAt(3, { status })),
    },
    {
      name: "a null may mean nothing",
      semantics: { nullMembers: "unchanged" },
      command: report(2, { num: null }),
      outcome: accepted(objectAt(2, { status })),
    },
    {
      name: "a version may be left out",
      semantics: { precondition: "optional" },
      command: report(undefined, { num: 2 }),
      outcome: accepted(objectAt(3, { status: { phase: "Ready", num: 2 } })),
    },
    {
      name: "a patch that is stale and fails may be invalid",
      semantics: { staleAndInvalid: "invalid" },
      command: {
        verb: "patchStatus",
        identity: "controller",
        key,
        resourceVersion: resourceVersion("1"),
        format: "json",
        patch: [{ op: "test", path: "/status/num", value: 7 }],
      },
      outcome: refused("invalid"),
    },
  ])("$name", ({ semantics, command, outcome }) => {
    const state = stateAfter(fixture);
    expect(describe(observe(state, { command, outcome }, under(semantics)))).toBe("fits");
    expect(describe(observe(state, { command, outcome }, rules))).not.toBe("fits");
  });
});

suite("a default of the status that is only shown", () => {
  const usual = { observedGeneration: -1 };
  const shown = { ...rules, statusDefault: usual };
  const changed: ModelRules = {
    ...shown,
    semantics: { ...shown.semantics, statusDefault: "changed" },
  };
  const created = stateAfter([[creation, accepted(objectAt(1, { status: usual }))]], shown);

  it.each([
    {
      name: "stays under a write of other members",
      command: report(1, { num: 1 }),
      version: 2,
      after: { ...usual, num: 1 },
    },
    {
      name: "is stored by a write of something else",
      command: update(1, {}),
      version: 2,
      after: usual,
    },
    { name: "may be stored already", command: update(1, {}), version: 1, after: usual },
  ])("$name", ({ command, version, after }) => {
    const outcome = accepted(objectAt(version, { status: after }));

    expect(describe(observe(created, { command, outcome }, changed))).toBe("fits");
  });

  it("is replaced by the first write by default", () => {
    const outcome = accepted(objectAt(2, { status: { ...usual, num: 1 } }));

    expect(describe(observe(created, { command: report(1, { num: 1 }), outcome }, shown))).not.toBe(
      "fits",
    );
  });
});

suite("the life of an object", () => {
  const deletion: Command = { verb: "delete", identity: "author", key };
  const gone = [...fixture, [deletion, accepted(objectAt(3, { status }))] as const];

  it("ends with a deletion; later writes get not found", () => {
    const state = stateAfter(gone);
    const outcome = accepted(objectAt(4));
    const observed = describe(observe(state, { command: report(2, {}), outcome }, rules));
    expect(observed).toBe("refusal: rejected as notFound: gone / accepted, version 4");
    expect(state.log.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
  });

  it("may keep or increase the version if nulls replace absent fields", () => {
    const before = stateAfter(fixture);
    const again = { ...status, absent: null };
    for (const version of [2, 3]) {
      const outcome = accepted(objectAt(version, { status }));
      const command = report(2, again, "replace");
      expect(describe(observe(before, { command, outcome }, rules))).toBe("fits");
    }
    const partial = { command: report(2, again), outcome: accepted(objectAt(3, { status })) };
    expect(describe(observe(before, partial, rules))).not.toBe("fits");
  });

  it("may end with a response that contains the last state, so that the final version is unknown", () => {
    const state = stateAfter(fixture);
    const outcome = accepted(objectAt(2, { status }));
    const observed = observe(state, { command: deletion, outcome }, rules);
    expect(describe(observed)).toBe("fits");
    expect(observed.fits && observed.state.log.at(-1)?.resourceVersion).toBeUndefined();
  });

  it("may end later: the response shows a deletion time, and may count in the generation", () => {
    const state = stateAfter(fixture);
    for (const generation of [1, 2]) {
      const deletionTimestamp = "2026-01-01T00:00:00Z";
      const metadata = { deletionTimestamp, generation };
      const outcome = accepted(objectAt(3, { status, metadata }));
      const observed = observe(state, { command: deletion, outcome }, rules);
      expect(describe(observed)).toBe("fits");
      expect(observed.fits && observed.state.log.at(-1)).toMatchObject({ type: "DELETED" });
      expect(observed.fits && observed.state.log.at(-1)?.resourceVersion).toBeUndefined();
    }
  });

  it("starts again under the same name, with a new uid", () => {
    const outcome = accepted(objectAt(4));
    const observed = describe(observe(stateAfter(gone), { command: creation, outcome }, rules));
    expect(observed).toBe("part: a new uid / uid u1, which belonged to an earlier object");
  });

  it("recognizes a version of the previous object", () => {
    const successor = [creation, accepted(objectAt(4, { metadata: { uid: uid("u2") } }))] as const;
    const observed = observe(
      stateAfter([...gone, successor]),
      { command: report(2, { num: 2 }), outcome: refused("notFound") },
      rules,
    );
    expect(describe(observed)).toContain("version of an earlier object");
  });

  it("may end with an event that shows the last finalizer, because its removal is not stored", () => {
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    const metadata = { finalizers: ["hold"] };
    const terminating = { ...metadata, deletionTimestamp, generation: 2 };
    const last = objectAt(2, { metadata: { deletionTimestamp, generation: 2 } });
    const held = { ...creation, finalizers: ["hold"] };
    const { log } = stateAfter([
      [held, accepted(objectAt(1, { metadata }))],
      [deletion, accepted(objectAt(2, { metadata: terminating }))],
      [update(2, { finalizers: [] }), accepted(last)],
    ]);
    const removal = log.slice(-1);
    const differenceFrom = (object: Resource): EventDifference | undefined =>
      eventDifference(
        removal,
        [{ type: "DELETED", resourceVersion: resourceVersion("3"), object }],
        rules.semantics,
      );

    expect(differenceFrom(objectAt(3, { metadata: terminating }))).toBeUndefined();
    expect(differenceFrom(objectAt(3, { metadata: last.metadata }))).toBeUndefined();
    const other = { ...terminating, finalizers: ["hold", "other"] };
    expect(differenceFrom(objectAt(3, { metadata: other }))?.about).toBe("wrong object");
  });

  it("waits for finalizers, and ends when the last one is removed", () => {
    const metadata = { finalizers: ["hold"] };
    const held = [
      { ...creation, finalizers: ["hold"] },
      accepted(objectAt(1, { metadata })),
    ] as const;
    const terminating = { ...metadata, deletionTimestamp: "2026-01-01T00:00:00Z", generation: 2 };
    const asked = [deletion, accepted(objectAt(2, { metadata: terminating }))] as const;
    const { finalizers: _none, ...last } = terminating;
    const released = [
      update(2, { finalizers: [] }),
      accepted(objectAt(3, { metadata: last })),
    ] as const;
    const { log, objects } = stateAfter([held, asked, released]);
    expect(log.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
    expect(objects.size).toBe(0);
    const late = update(2, { finalizers: ["hold", "more"] });
    const observed = observe(
      stateAfter([held, asked]),
      { command: late, outcome: refused("invalid") },
      rules,
    );
    expect(describe(observed)).toBe("fits");
  });
});

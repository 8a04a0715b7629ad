import { describe as suite, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import { observe } from "../index.ts";
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
} from "../state/model.fixture.ts";

interface Row {
  readonly name: string;
  readonly command: Command;
  readonly outcome: Outcome;
  readonly says: string;
}

const read: Command = { verb: "read", identity: "reader", key };
const tryToRemove: Command = {
  verb: "delete",
  identity: "author",
  key,
  options: { dryRun: true },
};
const unconditional: Command = { verb: "update", identity: "author", key, spec: { size: 2 } };
const status = { phase: "Ready", num: 1 };

suite("after a creation and a status write", () => {
  it.each<Row>([
    {
      name: "a partial write changes what it names",
      command: report(2, { num: 2 }),
      outcome: accepted(objectAt(3, { status: { phase: "Ready", num: 2 } })),
      says: "fits",
    },
    {
      name: "a partial write must keep what it omits",
      command: report(2, { num: 2 }),
      outcome: accepted(objectAt(3, { status: { num: 2 } })),
      says: 'part: status.phase "Ready" / no status.phase',
    },
    {
      name: "null clears",
      command: report(2, { num: null }),
      outcome: accepted(objectAt(3, { status: { phase: "Ready" } })),
      says: "fits",
    },
    {
      name: "a replacement removes what it omits",
      command: report(2, { num: 2 }, "replace"),
      outcome: accepted(objectAt(3, { status: { phase: "Ready", num: 2 } })),
      says: 'part: no status.phase / status.phase "Ready"',
    },
    {
      name: "a repetition keeps the version",
      command: report(2, { num: 1 }),
      outcome: accepted(objectAt(3, { status })),
      says: "part: version 2, as before / version 3",
    },
    {
      name: "a change takes a version",
      command: report(2, { num: 2 }),
      outcome: accepted(objectAt(2, { status: { phase: "Ready", num: 2 } })),
      says: "part: a version other than 2 / version 2",
    },
    {
      name: "a version is never given again",
      command: report(2, { num: 2 }),
      outcome: accepted(objectAt(1, { status: { phase: "Ready", num: 2 } })),
      says: "part: a new version / version 1, which was used before",
    },
    {
      name: "a status write keeps the spec",
      command: report(2, { num: 2 }),
      outcome: accepted(objectAt(3, { spec: { size: 2 }, status: { phase: "Ready", num: 2 } })),
      says: "part: spec.size 1 / spec.size 2",
    },
    {
      name: "a stale write is rejected",
      command: report(1, { num: 2 }),
      outcome: accepted(objectAt(3, { status: { phase: "Ready", num: 2 } })),
      says: "refusal: rejected as conflict: stale version / accepted, version 3",
    },
    {
      name: "a version that nobody issued may be invalid or a conflict",
      command: { ...report(undefined, { num: 2 }), resourceVersion: resourceVersion("none") },
      outcome: refused("invalid"),
      says: "fits",
    },
    {
      name: "a write without a version is rejected",
      command: report(undefined, { num: 2 }),
      outcome: refused("conflict"),
      says: "refusal: rejected as invalid: no version / rejected as conflict (no code): conflict",
    },
    {
      name: "an author may not report",
      command: { ...report(1, { num: 2 }), identity: "author" },
      outcome: refused("conflict"),
      says: "refusal: rejected as forbidden or notFound: may not write status / rejected as conflict (no code): conflict",
    },
    {
      name: "of a wrong uid and a wrong version either is answered",
      command: {
        ...report(undefined, { num: 2 }),
        resourceVersion: resourceVersion("none"),
        uid: uid("u0"),
      },
      outcome: refused("invalid"),
      says: "fits",
    },
    {
      name: "a trial leaves everything",
      command: { ...report(2, { num: 2 }), options: { dryRun: true } },
      outcome: accepted(objectAt(2, { status: { phase: "Ready", num: 2 } })),
      says: "fits",
    },
    {
      name: "a trial deletes nothing",
      command: tryToRemove,
      outcome: accepted(objectAt(2, { status })),
      says: "fits",
    },
    {
      name: "a trial may show the deletion time",
      command: tryToRemove,
      outcome: accepted(
        objectAt(2, { status, metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }),
      ),
      says: "fits",
    },
    {
      name: "a change of the spec counts",
      command: update(2, { spec: { size: 2 } }),
      outcome: accepted(objectAt(3, { spec: { size: 2 }, status })),
      says: "part: generation 2 / generation 1",
    },
    ...["a version for an empty list in place of none", "none for it"].map((name, more) => ({
      name,
      command: update(2, { finalizers: [] }),
      outcome: accepted(objectAt(3 - more, { status, metadata: { finalizers: [] } })),
      says: "fits",
    })),
    {
      name: "a label does not count",
      command: update(2, { labels: { a: "b" } }),
      outcome: accepted(objectAt(3, { status, metadata: { labels: { a: "b" }, generation: 2 } })),
      says: "part: generation 1 / generation 2",
    },
    {
      name: "a spec write keeps the status",
      command: update(2, { spec: { size: 2 } }),
      outcome: accepted(objectAt(3, { spec: { size: 2 }, metadata: { generation: 2 } })),
      says: 'part: status.phase "Ready" / no status.phase',
    },
    {
      name: "a spec write without a version keeps the status",
      command: unconditional,
      outcome: accepted(objectAt(3, { spec: { size: 2 }, metadata: { generation: 2 } })),
      says: 'part: status.phase "Ready" / no status.phase',
    },
    {
      name: "a spec write without a version may be rejected as invalid",
      command: unconditional,
      outcome: refused("conflict"),
      says: "refusal: rejected as invalid: no version / rejected as conflict (no code): conflict",
    },
    {
      name: "a name is taken",
      command: creation,
      outcome: accepted(objectAt(3)),
      says: "refusal: rejected as alreadyExists: exists / accepted, version 3",
    },
    {
      name: "a read shows what is stored",
      command: read,
      outcome: accepted(objectAt(1)),
      says: 'part: status.phase "Ready" / no status.phase; part: version 2, as before / version 1',
    },
    {
      name: "a list holds the object",
      command: { verb: "list", identity: "reader", kind: "Widget", namespace: "default" },
      outcome: { result: "list", items: [] },
      says: "list: a list of [web at version 2] / a list of []",
    },
  ])("$name", ({ command, outcome, says }) => {
    expect(describe(observe(stateAfter(fixture), { command, outcome }, rules))).toBe(says);
  });
});

suite("a creation under the name of an object that is being deleted", () => {
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  const held = { finalizers: ["a/hold"] };
  const { options: _dry, ...remove } = tryToRemove;
  const begun: typeof fixture = [
    [{ ...creation, ...held }, accepted(objectAt(1, { metadata: held }))],
    [remove, accepted(objectAt(2, { metadata: { ...held, deletionTimestamp, generation: 2 } }))],
  ];

  it.each([
    { outcome: refused("alreadyExists"), says: "fits" },
    { outcome: refused("conflict"), says: "fits" },
    {
      outcome: accepted(objectAt(3)),
      says: "refusal: rejected as alreadyExists or conflict: being deleted / accepted, version 3",
    },
  ])("$says", ({ outcome, says }) => {
    expect(describe(observe(stateAfter(begun), { command: creation, outcome }, rules))).toBe(says);
  });
});

suite("a partial write of some members of an object inside of the status", () => {
  const usage = { cpu: 1, memory: 2 };
  const begun: typeof fixture = [
    ...fixture.slice(0, 1),
    [report(1, { usage }), accepted(objectAt(2, { status: { usage } }))],
  ];
  const whole = { cpu: 3, memory: 2 };
  const part = { cpu: 3 };

  it.each([
    { declared: {}, says: ["fits", "fits"] },
    { declared: { nestedMembers: "merged" }, says: ["fits", wrong(part, whole)] },
    { declared: { nestedMembers: "replaced" }, says: [wrong(whole, part), "fits"] },
  ] as const)("is held against what is declared: $declared", ({ declared, says }) => {
    const under = { ...rules, semantics: { ...rules.semantics, ...declared } };
    const state = stateAfter(begun, under);
    const saidOf = (stored: Readonly<Record<string, number>>): string => {
      const outcome = accepted(objectAt(3, { status: { usage: stored } }));
      return describe(observe(state, { command: report(2, { usage: part }), outcome }, under));
    };

    expect([saidOf(whole), saidOf(part)]).toEqual(says);
    expect(saidOf(usage)).not.toBe("fits");
  });
});

it.each([
  { standing: ["num"], isFree: false },
  { standing: ["phase"], isFree: true },
])("an apply of $standing may conflict: $isFree", ({ standing, isFree }) => {
  const command: Command = {
    verb: "patchStatus",
    identity: "controller",
    key,
    resourceVersion: resourceVersion("1"),
    format: "apply",
    patch: { status: { phase: "Up" } },
    options: { fieldManager: "second", force: false },
  };
  const state = stateAfter(fixture.slice(0, 1));
  const under = { ...rules, standingMembers: standing };
  const said = describe(observe(state, { command, outcome: refused("conflict") }, under));

  expect(said === "fits").toBe(isFree);
});

suite("the removal of a member by a JSON patch", () => {
  const removal: Command = {
    verb: "patchStatus",
    identity: "controller",
    key,
    resourceVersion: resourceVersion("1"),
    format: "json",
    patch: [{ op: "remove", path: "/status/phase" }],
  };
  const state = stateAfter(fixture.slice(0, 1));
  const kept = accepted(objectAt(1, { status: {} }));

  it("fails if the path does not exist", () => {
    expect(describe(observe(state, { command: removal, outcome: kept }, rules))).toMatch(
      /^refusal/u,
    );
  });

  it("may succeed if the field exists but is not shown, and then proves nothing", () => {
    const under = { ...rules, standingMembers: ["phase"] };
    expect(describe(observe(state, { command: removal, outcome: kept }, under))).not.toMatch(
      /^(?:part|refusal)/u,
    );
    const other = { ...rules, standingMembers: ["num"] };
    expect(describe(observe(state, { command: removal, outcome: kept }, other))).toMatch(
      /^refusal/u,
    );
  });

  it("may fail before its stale version is compared if hidden fields decide whether it applies", () => {
    const semantics = { ...rules.semantics, staleAndFailing: "invalid" } as const;
    const under = { ...rules, semantics, standingMembers: ["phase"] };
    const written = stateAfter(
      [
        ...fixture.slice(0, 1),
        [
          update(1, { spec: { size: 2 } }),
          accepted(objectAt(2, { spec: { size: 2 }, metadata: { generation: 2 } })),
        ],
      ],
      under,
    );
    const command: Command = {
      ...removal,
      resourceVersion: resourceVersion("1"),
      patch: [{ op: "add", path: "/status/num", value: 1 }],
    };

    expect(
      (["invalid", "conflict"] as const).map((reason) =>
        describe(observe(written, { command, outcome: refused(reason) }, under)),
      ),
    ).toEqual(["fits", "fits"]);
    expect(describe(observe(written, { command, outcome: kept }, under))).toMatch(/^refusal/u);
  });
});

function wrong(is: object, should: object): string {
  return `part: status.usage ${JSON.stringify(should)} / status.usage ${JSON.stringify(is)}`;
}

it.each([3, 4])("the write that ends a deletion may be answered with version %d", (version) => {
  const finalizers = ["example.com/hold"];
  const deletionTimestamp = "2024-01-01T00:00:00Z";
  const terminating = { generation: 2, deletionTimestamp };
  const state = stateAfter([
    [
      { verb: "create", identity: "author", key, spec: { size: 1 }, finalizers },
      accepted(objectAt(1, { metadata: { finalizers } })),
    ],
    [
      { verb: "delete", identity: "author", key },
      accepted(objectAt(3, { metadata: { ...terminating, finalizers } })),
    ],
  ]);
  const outcome = accepted(objectAt(version, { metadata: terminating }));

  expect(describe(observe(state, { command: update(3, { finalizers: [] }), outcome }, rules))).toBe(
    "fits",
  );
});

suite("the first status of an object", () => {
  const other = { ...key, name: "other" };
  const missing = { ...report(1, { num: 1 }), key: other };
  const mentioning = (): ReturnType<typeof stateAfter> =>
    stateAfter([
      [creation, accepted(objectAt(1))],
      [missing, refused("notFound")],
    ]);
  const first = report(1, { phase: "Ready" });
  const again = { metadata: { uid: uid("u2") } };

  /** The state after an object with a status was deleted and created again. */
  function replacedAfter(
    stored: JsonObject,
    ...more: readonly (readonly [Command, Outcome])[]
  ): ReturnType<typeof stateAfter> {
    return stateAfter([
      [creation, accepted(objectAt(1))],
      [report(1, stored), accepted(objectAt(2, { status: stored }))],
      [{ verb: "delete", identity: "author", key }, accepted(objectAt(3, { status: stored }))],
      ...more,
      [creation, accepted(objectAt(4, again))],
    ]);
  }

  it("may contain defaults in fields that earlier writes to other objects contained", () => {
    const outcome = accepted(objectAt(2, { status: { phase: "Ready", num: 0 } }));
    expect(describe(observe(mentioning(), { command: first, outcome }, rules))).toBe("fits");
  });

  it("contains what was sent", () => {
    const outcome = accepted(objectAt(2, { status: { phase: "Idle", num: 0 } }));
    expect(describe(observe(mentioning(), { command: first, outcome }, rules))).toBe(
      'part: status.phase "Ready" / status.phase "Idle"',
    );
  });

  it("keeps a default in later writes", () => {
    const state = stateAfter([
      [creation, accepted(objectAt(1))],
      [first, accepted(objectAt(2, { status: { phase: "Ready", num: 5 } }))],
    ]);
    const outcome = accepted(objectAt(3, { status: { phase: "Idle", num: 0 } }));
    expect(
      describe(observe(state, { command: report(2, { phase: "Idle" }), outcome }, rules)),
    ).toBe("part: status.num 5 / status.num 0");
  });

  it("may contain defaults if the object replaces a deleted one", () => {
    const outcome = accepted(objectAt(5, { ...again, status: { phase: "Ready", num: 5 } }));
    const exchange = { command: report(4, { phase: "Ready" }), outcome };

    expect(describe(observe(replacedAfter(status), exchange, rules))).toBe("fits");
  });

  it("contains a value from another status only as a default", () => {
    const outcome = accepted(objectAt(2, { status: { phase: "Ready", num: 1 } }));
    const exchange = { command: first, outcome };

    expect(observe(mentioning(), exchange, rules)).toMatchObject({
      differences: [{ part: "status", member: "num", mayBeDefault: true }],
    });
    expect(describe(observe(mentioning(), exchange, { ...rules, nonNullFields: ["num"] }))).toBe(
      "fits",
    );
  });

  it("contains a value from a deleted object with the same name only as a default", () => {
    const outcome = accepted(objectAt(5, { ...again, status: { phase: "Idle", num: 1 } }));
    const exchange = { command: report(4, { phase: "Idle" }), outcome };

    expect(observe(replacedAfter(status), exchange, rules)).toMatchObject({
      differences: [{ part: "status", member: "num", mayBeDefault: true }],
    });
  });

  it("contains no value from another status if the field has no default", () => {
    const outcome = accepted(objectAt(5, { ...again, status: { phase: "Idle", num: 1 } }));
    const exchange = { command: report(4, { phase: "Idle" }), outcome };
    const state = replacedAfter({ phase: "Ready" }, [missing, refused("notFound")]);
    const observation = observe(state, exchange, rules);

    expect(describe(observe(replacedAfter({ phase: "Ready" }), exchange, rules))).toBe("fits");
    expect(describe(observation)).toBe("part: no status.num / status.num 1");
    expect(observation).not.toHaveProperty("differences.0.mayBeDefault");
  });

  it("may contain a default that another write sent later", () => {
    const state = stateAfter([
      [creation, accepted(objectAt(1))],
      [first, accepted(objectAt(2, { status: { phase: "Ready", num: 1 } }))],
      [report(2, { num: 1 }), accepted(objectAt(2, { status }))],
      [{ verb: "delete", identity: "author", key }, accepted(objectAt(3, { status }))],
      [creation, accepted(objectAt(4, again))],
    ]);
    const outcome = accepted(objectAt(5, { ...again, status: { phase: "Idle", num: 1 } }));
    const exchange = { command: report(4, { phase: "Idle" }), outcome };

    expect(describe(observe(state, exchange, rules))).toBe("fits");
  });

  it("keeps its version if an empty list is repeated", () => {
    const metadata = { finalizers: [] };
    const state = stateAfter([
      [creation, accepted(objectAt(1))],
      [update(1, metadata), accepted(objectAt(2, { metadata }))],
    ]);
    const exchange = { command: update(2, metadata), outcome: accepted(objectAt(3, { metadata })) };

    expect(describe(observe(state, exchange, rules))).toBe(
      "part: version 2, as before / version 3",
    );
  });

  it("is not the status after all fields were cleared", () => {
    const state = stateAfter([
      [creation, accepted(objectAt(1))],
      [report(1, status), accepted(objectAt(2, { status }))],
      [report(2, {}, "replace"), accepted(objectAt(3, { status: {} }))],
    ]);
    const outcome = accepted(objectAt(4, { status }));
    const exchange = { command: report(3, { phase: "Ready" }), outcome };

    expect(describe(observe(state, exchange, rules))).toBe("part: no status.num / status.num 1");
  });
});

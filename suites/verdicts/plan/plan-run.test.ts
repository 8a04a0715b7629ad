import { describe, expect, it } from "vitest";
import { contractSemantics, profiles, requirementIds } from "#contract";
import type { Feature, IdentityName } from "#contract";
import { defineCheck } from "#harness";
import type { AnyCheck, KindDescription, TargetDescription } from "#harness";
import { kindNamed } from "../testing/test-run-options.ts";
import { planRun, selectableNames } from "./plan-run.ts";
import type { PlannedRequirement } from "./plan-run.ts";
import type { Selection } from "./select.ts";

const profile = "graphql-status/v1";
const everything: Selection = { only: [], skip: [] };

function kind(name: string, updateStatus: readonly string[]): KindDescription {
  return kindNamed(name, {
    operations: { ...kindNamed(name).operations, updateStatus, delete: [] },
    statusModes: Object.fromEntries(
      updateStatus.map((id) => [id, id === "apply" ? "apply" : "partial"]),
    ),
    isRuntime: name.startsWith("Run"),
  });
}

function bare(name: string): KindDescription {
  return { ...kind(name, []), withoutStatus: "the kind has no status subresource" };
}

function target(
  features: readonly Feature[] = ["generation"],
  identities: readonly IdentityName[] = ["author", "controller"],
): TargetDescription {
  return {
    endpoint: "http://127.0.0.1/graphql",
    protocol: "graphql",
    dialect: "test",
    kinds: [
      kind("Service", ["typed", "generic"]),
      kind("Bucket", ["generic"]),
      kind("ConfigMap", []),
    ],
    features,
    prerequisites: [],
    semantics: contractSemantics,
    identities,
  };
}

function check(id: string, rest: Partial<AnyCheck> = {}): AnyCheck {
  return defineCheck<unknown>({
    id,
    title: id,
    covers: ["write.keeps-identity"],
    scope: "status-write",
    drive: () => Promise.resolve({}),
    judge: () => [],
    ...rest,
  });
}

function namesOf(
  checks: readonly AnyCheck[],
  selection = everything,
  on = target(),
): readonly string[] {
  const plan = planRun({ target: on, checks, profile, selection });
  return plan.cases.map((planned) => planned.name);
}

function settledOf(
  checks: readonly AnyCheck[],
  options: { selection?: Selection; target?: TargetDescription } = {},
): string | undefined {
  const plan = planRun({
    target: options.target ?? target(),
    checks,
    profile,
    selection: options.selection ?? everything,
  });
  const planned = plan.requirements.find((found) => found.requirement === "write.keeps-identity");
  return planned?.settled?.verdict;
}

function unexercisedOf(
  checks: readonly AnyCheck[],
  selection: Selection = everything,
  on: TargetDescription = target(),
): PlannedRequirement["unexercised"] {
  const plan = planRun({ target: on, checks, profile, selection });
  const planned = plan.requirements.find((found) => found.requirement === "write.keeps-identity");
  return planned?.unexercised;
}

describe("the cases of a check", () => {
  it("are none if the profile requires nothing that it covers", () => {
    const unasked = requirementIds.find((id) => profiles[profile][id] === "not-asked");

    expect(unasked).toBeDefined();
    expect(namesOf([check("a/x", { covers: unasked === undefined ? [] : [unasked] })])).toEqual([]);
  });

  it.each([
    ["status-write", ["a/x#Service.typed", "a/x#Service.generic", "a/x#Bucket.generic"]],
    ["status-write-group", ["a/x#Service.typed", "a/x#Bucket.generic"]],
    ["kind", ["a/x#Service", "a/x#Bucket"]],
    ["target", ["a/x#Service"]],
    ["kind-without-status", ["a/x#ConfigMap"]],
  ] as const)("of scope %s are %j", (scope, names) => {
    expect(namesOf([check("a/x", { scope })])).toEqual(names);
  });

  it.each<{ rest: Partial<AnyCheck>; names: readonly string[] }>([
    { rest: {}, names: ["Service.typed", "Service.apply", "RunA.typed", "RunB.apply"] },
    { rest: { statusModes: ["partial"] }, names: ["Service.typed", "RunA.typed"] },
    { rest: { statusModes: ["apply", "replace"] }, names: ["Service.apply", "RunB.apply"] },
    { rest: { statusModes: ["replace"] }, names: [] },
    { rest: { statusModes: ["apply"], scope: "kind" }, names: ["Service", "RunB"] },
    { rest: { statusModes: ["apply"], scope: "target", runtime: true }, names: ["RunB"] },
    { rest: { runtime: true }, names: ["RunA.typed", "RunB.apply"] },
    { rest: { runtime: false }, names: ["Service.typed", "Service.apply"] },
    { rest: { runtime: true, scope: "kind-without-status" }, names: ["RunC"] },
    { rest: { runtime: false, scope: "kind-without-status" }, names: ["ConfigMap"] },
  ])("with $rest are $names", ({ rest, names }) => {
    const kinds = [
      kind("Service", ["typed", "apply"]),
      kind("ConfigMap", []),
      kind("RunA", ["typed"]),
      kind("RunB", ["apply"]),
      kind("RunC", []),
    ];
    const found = namesOf([check("a/x", rest)], everything, { ...target(), kinds });
    expect(found).toEqual(names.map((name) => `a/x#${name}`));
  });

  it("are limited by whether the run registers a kind, even if another one needs prerequisites", () => {
    const preexisting = { ...kind("RunA", ["typed"]), isPreexisting: true as const };
    const kinds = [preexisting, kind("RunB", ["typed"])];
    const found = (runtime: boolean): readonly string[] =>
      namesOf([check("a/x", { runtime })], everything, { ...target(), kinds });

    expect(found(true)).toEqual(["a/x#RunB.typed"]);
    expect(found(false)).toEqual(["a/x#RunA.typed"]);
  });

  it("go through each shared mutation on one kind of each sort, and through one on all others", () => {
    const shared = ["generic", "merge", "apply"];
    const kinds = [
      kind("Service", ["service", ...shared]),
      kind("Bucket", ["bucket", ...shared]),
      kind("Node", ["node", ...shared]),
      kind("RunA", shared),
      kind("RunB", shared),
    ];
    const casesOf = (id: string): readonly string[] =>
      namesOf([check(id)], everything, { ...target(), kinds }).map((name) =>
        name.slice(id.length + 1),
      );
    const first = casesOf("a/x");

    expect(first.filter((name) => name.startsWith("Service."))).toHaveLength(4);
    expect(first.filter((name) => name.startsWith("RunA."))).toHaveLength(3);
    expect(first.filter((name) => name.startsWith("RunB."))).toHaveLength(1);
    for (const name of ["Bucket.bucket", "Node.node"]) expect(first).toContain(name);
    expect(first).toHaveLength(4 + 2 + 2 + 3 + 1);
    // The mutation rotates with the check, so that all pairs are tested by some check.
    const all = ["a/x", "a/xx", "a/xxx"].flatMap(casesOf);
    expect(new Set(all.filter((name) => name.startsWith("Bucket.")))).toEqual(
      new Set(["Bucket.bucket", "Bucket.generic", "Bucket.merge", "Bucket.apply"]),
    );
  });

  it("are in the order of the phases", () => {
    const checks = [
      check("c/history", { phase: "history", scope: "target" }),
      check("b/property", { phase: "property", scope: "target" }),
      check("a/first", { scope: "target" }),
      check("a/second", { phase: "scenario", scope: "target" }),
    ];

    expect(namesOf(checks).map((name) => name.split("#")[0])).toEqual([
      "a/first",
      "a/second",
      "b/property",
      "c/history",
    ]);
  });

  it("of a kind use a mutation to which a requirement applies, if there is one", () => {
    const merged = { typed: { lists: "merged" } } as const;
    const service = { ...kind("Service", ["typed", "generic"]), statusSemantics: merged };
    const checks = [
      check("a/x", { scope: "kind", covers: ["write.lists-are-replaced"] }),
      check("a/y", { scope: "kind", covers: ["write.keeps-identity"] }),
    ];
    const plan = planRun({
      target: { ...target(), kinds: [service] },
      checks,
      profile,
      selection: everything,
    });
    expect(plan.cases.map(({ via }) => via)).toEqual(["generic", "typed"]);
  });

  it("leave out kinds that lack an operation", () => {
    expect(namesOf([check("a/x", { verbs: ["delete"] })])).toEqual([]);
  });

  it.each([
    [{ only: ["a/x"], skip: [] }, 3],
    [{ only: ["write.keeps-*"], skip: [] }, 3],
    [{ only: ["*#Bucket.*"], skip: [] }, 1],
    [{ only: ["watch.*"], skip: [] }, 0],
    [{ only: [], skip: ["a/x#Service.*"] }, 1],
    [{ only: [], skip: ["write.*"] }, 0],
    [{ only: ["a/x"], skip: ["a/x#*.generic"] }, 1],
  ])("with %j are %i", (selection, count) => {
    expect(namesOf([check("a/x")], selection)).toHaveLength(count);
  });
});

describe("a requirement before the run", () => {
  it("is open when a case covers it", () => {
    expect(settledOf([check("a/x")])).toBeUndefined();
  });

  it("is excluded by the suite without a check, and by the user when not selected", () => {
    expect(settledOf([])).toBe("excluded");
    expect(settledOf([check("a/x")], { selection: { only: ["watch.*"], skip: [] } })).toBe(
      "excluded",
    );
    expect(settledOf([check("a/x")], { selection: { only: [], skip: ["a/*"] } })).toBe("excluded");
  });

  it("is not applicable when all of its checks need a feature that is not offered", () => {
    expect(settledOf([check("a/x", { features: ["dry-run"] })])).toBe("not-applicable");
  });

  it("is not applicable where no kind has a status, by design", () => {
    const kinds = [bare("Plan"), bare("Draft")];

    expect(settledOf([check("a/x")], { target: { ...target(), kinds } })).toBe("not-applicable");
    const mixed = [...kinds, kind("Other", [])];
    expect(settledOf([check("a/x")], { target: { ...target(), kinds: mixed } })).toBe("untestable");
  });

  it("is untestable if a kind serves a status, but no values for it are known", () => {
    const unknown = { ...bare("Plan"), lacksStatusSamples: true as const };

    for (const kinds of [[unknown], [bare("Other"), unknown]]) {
      expect(settledOf([check("a/x")], { target: { ...target(), kinds } })).toBe("untestable");
    }
  });

  it("is open on kinds without a status where its check writes none", () => {
    const on = { ...target(), kinds: [bare("Plan"), kind("Other", [])] };
    const author = check("a/x", { scope: "kind", needsNoStatus: true });

    expect(namesOf([author], everything, on)).toEqual(["a/x#Plan"]);
    expect(settledOf([author], { target: on })).toBeUndefined();
  });

  it("is not applicable where every kind has a reason", () => {
    const excuses = { "write.keeps-identity": "its schema admits everything" };
    const kinds = [{ ...kind("Service", ["typed"]), excuses }];
    const all = [...kinds, kind("Bucket", ["generic"])];

    expect(settledOf([check("a/x")], { target: { ...target(), kinds } })).toBe("not-applicable");
    expect(namesOf([check("a/x")], everything, { ...target(), kinds: all })).toEqual([
      "a/x#Bucket.generic",
    ]);
  });

  it("is untestable without the credential or the operation that its check needs", () => {
    expect(settledOf([check("a/x", { identities: ["stranger"] })])).toBe("untestable");
    const on = { ...target(), untestedRoles: { stranger: "the server ignores credentials" } };
    expect(settledOf([check("a/x", { identities: ["stranger"] })], { target: on })).toBe(
      "untestable",
    );
    expect(settledOf([check("a/x", { verbs: ["delete"] })])).toBe("untestable");
    const { kinds, ...rest } = target();
    const worded = {
      ...rest,
      kinds: kinds.map((one) => ({ ...one, isUncounted: true as const })),
    };
    expect(settledOf([check("a/x", { needsCounter: true })], { target: worded })).toBe(
      "untestable",
    );
    expect(settledOf([check("a/x")], { target: target([], ["author"]) })).toBe("untestable");
  });

  it("is not applicable if no status of any kind can store a count", () => {
    const uncounted = { isUncounted: true, withoutCounter: "its status is an enum" } as const;
    const kinds = [{ ...kind("Service", ["typed"]), ...uncounted }, kind("ConfigMap", [])];
    const on = { ...target(), kinds };
    const counting = check("a/x", { needsCounter: true });

    expect(settledOf([counting], { target: on })).toBe("not-applicable");
    expect(settledOf([counting, check("a/y")], { target: on })).toBeUndefined();
    const denied = check("a/x", { needsCounter: true, identities: ["stranger"] });
    expect(settledOf([denied], { target: on })).toBe("untestable");
  });

  it("is not applicable if the spec of no kind can be changed", () => {
    const { operations, ...rest } = kind("Service", ["typed"]);
    const withoutUpdates = "its spec is immutable";
    const fixed = { ...rest, operations: { ...operations, update: [] }, withoutUpdates };
    const on = { ...target(), kinds: [fixed] };
    const updating = check("a/x", { verbs: ["update"] });

    expect(settledOf([updating], { target: on })).toBe("not-applicable");
    expect(settledOf([updating, check("a/y")], { target: on })).toBeUndefined();
    expect(settledOf([check("a/x", { verbs: ["delete"] })], { target: on })).toBe("untestable");
    const denied = check("a/x", { verbs: ["update"], identities: ["stranger"] });
    expect(settledOf([denied], { target: on })).toBe("untestable");
  });

  it("appears exactly once if the profile asks for it", () => {
    const plan = planRun({
      target: target(),
      checks: [check("a/x")],
      profile,
      selection: everything,
    });
    const required = requirementIds.filter((id) => profiles[profile][id] !== "not-asked");

    expect(plan.requirements.map((planned) => planned.requirement)).toEqual(required);
  });
});

it("selectableNames contains requirements, checks and cases", () => {
  const names = selectableNames({ target: target(), checks: [check("a/x")], profile });

  expect(names).toEqual(expect.arrayContaining(["watch.ordered", "a/x", "a/x#Service.typed"]));
});

describe("a requirement that every mutation which could show it declares otherwise", () => {
  const replaced = "write.lists-are-replaced";
  const lists = check("lists", { covers: [replaced] });
  const merging = {
    ...kind("Service", ["typed"]),
    statusSemantics: { typed: { lists: "merged" } },
  } as const;
  const settledFor = (checks: readonly AnyCheck[], kinds: readonly KindDescription[]): unknown =>
    planRun({
      target: { ...target(), kinds },
      checks,
      profile,
      selection: everything,
    }).requirements.find(({ requirement }) => requirement === replaced)?.settled;

  it("is not applicable, regardless of other kinds without a status", () => {
    expect(settledFor([lists], [merging, kind("ConfigMap", [])])).toMatchObject({
      verdict: "not-applicable",
    });
  });

  it("is not applicable where a case shows something else of them", () => {
    const both = check("both", { covers: [replaced, "write.keeps-identity"] });

    expect(settledFor([both], [merging, kind("ConfigMap", [])])).toMatchObject({
      verdict: "not-applicable",
    });
  });

  it("is open where one mutation declares nothing", () => {
    expect(settledFor([lists], [merging, kind("Bucket", ["generic"])])).toBeUndefined();
  });

  it("is untestable where no mutation could show it", () => {
    const patched = check("lists", { covers: [replaced], verbs: ["patchStatus"] });

    expect(settledFor([patched], [merging, kind("ConfigMap", [])])).toMatchObject({
      verdict: "untestable",
    });
  });
});

describe("a requirement that no case exercises", () => {
  it("has no other verdict if all cases of all its checks run", () => {
    expect(unexercisedOf([check("a/x"), check("a/y")])).toBeUndefined();
  });

  it("is left to the cases that are not selected", () => {
    expect(unexercisedOf([check("a/x"), check("a/y")], { only: ["a/x"], skip: [] })).toEqual({
      verdict: "excluded",
      reason: "not exercised by the selected cases; other cases are excluded by --only or --skip",
    });
    expect(
      unexercisedOf([check("a/x"), check("a/y")], { only: ["a/*"], skip: [] }),
    ).toBeUndefined();
  });

  it("needs what its own check needs that cannot run", () => {
    const broad = check("a/x", { covers: ["write.keeps-identity", "watch.ordered"] });
    const denied = { identities: ["reader"] } as const;

    expect(unexercisedOf([broad, check("a/y", denied)])).toMatchObject({
      verdict: "untestable",
      reason: expect.stringContaining("--identity reader="),
    });
    expect(unexercisedOf([check("a/x"), check("a/y", denied)])).toBeUndefined();
  });

  it("states why the credential of a role is missing", () => {
    const broad = check("a/x", { covers: ["write.keeps-identity", "watch.ordered"] });
    const denied = check("a/y", { identities: ["reader"] });
    const on = { ...target(), unavailable: { reader: "the variable READER is empty" } };

    expect(unexercisedOf([broad, denied], everything, on)).toEqual({
      verdict: "untestable",
      reason: "no credential for the identity reader: the variable READER is empty",
    });
  });

  it("recommends no credential for a role that shows nothing", () => {
    const broad = check("a/x", { covers: ["write.keeps-identity", "watch.ordered"] });
    const denied = check("a/y", { identities: ["anonymous"] });
    const on = { ...target(), untestedRoles: { anonymous: "the server ignores credentials" } };

    expect(unexercisedOf([broad, denied], everything, on)).toEqual({
      verdict: "untestable",
      reason:
        "the identity anonymous (no credential at all) cannot be tested: the server ignores credentials",
    });
  });
});

describe("a check that sends an invalid status", () => {
  const sending = check("a/x", { needsInvalidStatus: true });

  it("is planned if one kind has such a sample", () => {
    const [first, ...others] = target().kinds;
    const invalid = { status: {}, field: "status.size", defect: "a negative size" };
    const kinds = [
      ...others,
      ...(first === undefined
        ? []
        : [{ ...first, samples: { ...first.samples, invalidStatuses: [invalid] } }]),
    ];

    expect(settledOf([sending], { target: { ...target(), kinds } })).toBeUndefined();
  });

  it("makes its requirement untestable without such a sample", () => {
    expect(settledOf([sending])).toBe("untestable");
  });
});

import { describe, expect, it } from "vitest";
import { contractSemantics, requirementIds } from "#contract";
import type { RequirementId } from "#contract";
import type { CaseFinding } from "../record/case-finding.ts";
import { causesOf, withMustsApart, possibleFaults } from "./requirement-causes.ts";
import type { Cause, FaultyRun, KnownFault } from "./requirement-causes.ts";
import { signsIn } from "./signs.ts";
import type { FaultSign } from "./signs.ts";

const [one, two, three]: readonly [KnownFault, KnownFault, KnownFault] = [
  { name: "one", summary: "First.", breaks: ["watch.ordered", "watch.unique"] },
  { name: "two", summary: "Second.", breaks: ["watch.unique"] },
  { name: "three", summary: "Third.", breaks: ["watch.unique", "watch.no-gap", "watch.ordered"] },
];
const faults = [one, two, three];

function held(requirement: RequirementId, place = `a/${requirement}#Kiln`): CaseFinding {
  return { requirement, case: place, result: "held", instances: 1, evidence: [] };
}

function broken(
  requirement: RequirementId,
  place = `a/${requirement}#Kiln`,
  actual = "accepted",
): CaseFinding {
  return {
    requirement,
    case: place,
    result: "violated",
    expected: "refused",
    actual,
    evidence: [],
  };
}

function sign(requirement: RequirementId, actual: string, check = `a/${requirement}`): FaultSign {
  const words = ["+refused", ...actual.split(" ").map((word) => `-${word}`)];
  return { requirement, check, share: 1, words };
}

function faultOf(name: string, breaks: readonly RequirementId[]): KnownFault {
  return { name, summary: name, breaks, signs: breaks.map((id) => sign(id, "accepted")) };
}

function nameOf({ name }: KnownFault): string {
  return name;
}

function causes(all: readonly KnownFault[], findings: readonly CaseFinding[]): readonly Cause[] {
  const violated = findings.filter(({ result }) => result === "violated");
  return causesOf(all, findings, [...new Set(violated.map(({ requirement }) => requirement))]);
}

describe("withMustsApart", () => {
  const [must, should, other] = [
    "watch.unique",
    "errors.machine-code",
    "errors.stable-code",
  ] as const;
  const isMust = (id: string): boolean => id === must;

  it("separates a MUST from a weaker requirement with the same cases", () => {
    const together = [{ lead: should, follows: [must, other], faults: [] }];

    expect(withMustsApart(together, isMust)).toEqual([
      { lead: should, follows: [other], faults: [] },
      { lead: must, follows: [], faults: [] },
    ]);
  });

  it("separates a MUST that the known fault of a weaker requirement does not explain", () => {
    const known = { name: "weak", summary: "Weak.", breaks: [should, other] };
    const together = [{ lead: should, follows: [must, other], faults: [known] }];

    expect(withMustsApart(together, isMust)).toEqual([
      { lead: should, follows: [other], faults: [known] },
      { lead: must, follows: [], faults: [] },
    ]);
  });

  it.each([
    { lead: must, follows: [should], faults: [] },
    { lead: should, follows: [must], faults: [two] },
  ])("leaves a MUST that leads, or that a known fault explains", (cause) => {
    expect(withMustsApart([cause], isMust)).toEqual([cause]);
  });
});

describe("causesOf", () => {
  it("groups the requirements that one fault breaks, in its order, and names it", () => {
    const found = causes(faults, [
      broken("watch.ordered"),
      broken("watch.no-gap"),
      broken("watch.unique"),
    ]);

    expect(found).toEqual([
      { lead: "watch.unique", follows: ["watch.no-gap", "watch.ordered"], faults: [three] },
    ]);
  });

  it("leads with a general requirement if the main one of the fault holds", () => {
    const forging = faultOf("forging", [
      "isolation.create-never-stores-status",
      "allocation.author-cannot-forge",
      "isolation.spec-write-never-changes-status",
    ]);
    const shown = [
      broken("allocation.author-cannot-forge"),
      broken("isolation.spec-write-never-changes-status"),
    ];
    const [main] = forging.breaks;

    expect(causes([forging], shown)[0]?.lead).toBe("isolation.spec-write-never-changes-status");
    expect(causes([forging], [...shown, broken(main ?? "watch.ordered")])[0]).toMatchObject({
      lead: main,
      follows: forging.breaks.slice(1),
    });
  });

  it("leads with a general requirement that shows in the cases of a special one", () => {
    const found = causes(
      [],
      [
        broken("allocation.author-cannot-forge"),
        broken("allocation.author-cannot-forge", "a/both#Kiln"),
        broken("isolation.spec-write-never-changes-status", "a/both#Kiln"),
      ],
    );

    expect(found).toEqual([
      {
        lead: "isolation.spec-write-never-changes-status",
        follows: ["allocation.author-cannot-forge"],
        faults: [],
      },
    ]);
  });

  it("names the fault first that breaks none of the passed requirements", () => {
    const found = causes(
      [one, three],
      [broken("watch.unique"), broken("watch.ordered"), held("watch.no-gap")],
    );

    expect(found).toEqual([
      { lead: "watch.ordered", follows: ["watch.unique"], faults: [one, three] },
    ]);
  });

  it("leads with the general requirement if it names no fault", () => {
    const [special, general] = [
      "allocation.survives-other-writes",
      "isolation.spec-write-never-changes-status",
    ] as const;
    const known = ["a", "b", "c", "d", "e"].map((name) => ({
      ...one,
      name,
      breaks: [special, general],
    }));
    const findings = [broken(special), broken(general)];

    expect(causes(known, findings)).toEqual([{ lead: general, follows: [special], faults: [] }]);
    expect(causes(known.slice(0, 1), findings)[0]?.lead).toBe(special);
  });

  it("leads with the general requirement if it names several faults", () => {
    const [special, general] = [
      "allocation.survives-other-writes",
      "isolation.spec-write-never-changes-status",
    ] as const;
    const twins = [
      faultOf("recomputed", [special, general]),
      faultOf("erased", [special, general]),
    ];
    const [cause] = causes(twins, [broken(special), broken(general)]);

    expect(cause).toMatchObject({ lead: general, follows: [special] });
    expect(cause?.faults).toHaveLength(2);
  });

  it("leads with what most cases show if no known fault explains it", () => {
    const stored = "isolation.refused-write-changes-nothing";
    const places = ["a/one#Kiln", "a/two#Kiln", "a/three#Kiln"];
    const found = causes(
      [],
      [
        broken("concurrency.one-winner", "a/race#Kiln"),
        ...places.map((place) => broken(stored, place)),
        broken("watch.nothing-for-refused", "a/two#Kiln"),
      ],
    );

    expect(found).toEqual([
      { lead: stored, follows: ["watch.nothing-for-refused"], faults: [] },
      { lead: "concurrency.one-winner", follows: [], faults: [] },
    ]);
  });

  it("names up to three indistinguishable faults", () => {
    const same = ["a", "b", "c", "d", "e"].map((name) => ({ ...one, name }));
    const findings = [broken("watch.ordered"), broken("watch.unique")];
    const named = (count: number): readonly Cause[] => causes(same.slice(0, count), findings);
    const cause = { lead: "watch.ordered", follows: ["watch.unique"] };

    expect(named(2)).toEqual([{ ...cause, faults: same.slice(0, 2) }]);
    expect(named(3)).toEqual([{ ...cause, faults: same.slice(0, 3) }]);
    expect(named(5)).toEqual([{ ...cause, faults: [] }]);
  });

  it("distinguishes faults by their findings if they break the same requirements", () => {
    const texts = { hidden: "no property says which", stale: "the version is stale" };
    const known = Object.entries(texts).map(([name, actual]): KnownFault => ({
      name,
      summary: name,
      breaks: ["watch.unique"],
      signs: [sign("watch.unique", actual)],
    }));
    const [first] = causes(known, [broken("watch.unique", undefined, "the version is stale")]);

    expect(first?.faults.map(({ name }) => name)).toEqual(["stale"]);
  });

  it("distinguishes faults by the words that they do not share", () => {
    const shared = "a b c d e f g h i j k l m n o p".replaceAll(" ", "-field ");
    const known = ["lost", "moved"].map((word): KnownFault => ({
      name: word,
      summary: word,
      breaks: ["watch.unique"],
      signs: [sign("watch.unique", `${shared} ${word}`)],
    }));
    const [first] = causes(known, [broken("watch.unique", undefined, `${shared} moved`)]);

    expect(first?.faults.map(nameOf)[0]).toBe("moved");
  });

  it("finds the words of a difference whose value was cut off", () => {
    const [first] = signsIn(
      [broken("watch.unique", undefined, 'it is absent instead of {"a":{"b":1},"c":"de… (9 more)')],
      new Set(["watch.unique"]),
    );

    expect([...(first?.words ?? [])]).toEqual(["+refused", "-lacking"]);
  });

  it("ignores the names of objects, which differ in each run", () => {
    const [first] = signsIn(
      [broken("watch.unique", undefined, "the list omits godupi-rinuru-nukene, but not old-kiln")],
      new Set(["watch.unique"]),
    );

    expect([...(first?.words ?? [])].filter((word) => word.includes("-", 1))).toEqual([
      "-old-kiln",
    ]);
    expect([...(first?.words ?? [])].join(" ")).not.toContain("godupi");
  });

  it("distinguishes faults by the check that detects them if they break the same requirements", () => {
    const known = ["list", "watch"].map((check): KnownFault => ({
      name: check,
      summary: check,
      breaks: ["watch.unique"],
      signs: [sign("watch.unique", "accepted", check)],
    }));
    const findings = [broken("watch.unique", "watch#Kiln"), held("watch.unique", "list#Kiln")];

    expect(causes(known, findings)[0]?.faults.map(({ name }) => name)).toEqual(["watch"]);
  });

  it("names the fault that appears in all cases first if only one requirement is checked", () => {
    const shares = { always: 1, seldom: 0.2, sometimes: 0.4, often: 0.6 };
    const known = Object.entries(shares).map(([name, share]): KnownFault => {
      const signs = ["watch", "list", "read", "delete", "create"].map((check) => ({
        ...sign("watch.unique", "accepted", check),
        share,
      }));
      return { name, summary: name, breaks: ["watch.unique"], signs };
    });
    const findings = ["watch#Kiln", "watch#Pot", "list#Kiln", "list#Pot"].map((place) =>
      broken("watch.unique", place),
    );

    expect(causes(known, findings)[0]?.faults.map(nameOf)).toEqual(["always", "often"]);
  });

  it("holds nothing against a fault that was not looked at", () => {
    const [cause] = causes([three], [broken("watch.ordered"), broken("watch.unique")]);

    expect(cause).toEqual({ lead: "watch.unique", follows: ["watch.ordered"], faults: [three] });
  });

  it("explains one part after the other", () => {
    const other: KnownFault = {
      name: "other",
      summary: "Other.",
      breaks: ["errors.stable-code", "errors.machine-code"],
    };
    const found = causes(
      [...faults, other],
      [
        broken("errors.machine-code"),
        broken("errors.stable-code"),
        broken("watch.ordered"),
        broken("watch.unique"),
        held("watch.no-gap"),
        broken("write.keeps-identity"),
      ],
    );

    expect(found).toEqual([
      { lead: "watch.ordered", follows: ["watch.unique"], faults: [one, three] },
      { lead: "errors.stable-code", follows: ["errors.machine-code"], faults: [other] },
      { lead: "write.keeps-identity", follows: [], faults: [] },
    ]);
  });

  it("adds an unexplained violation to the cause in whose cases all of it occurs", () => {
    const place = "a/watch.unique#Kiln";
    const findings = [broken("watch.unique"), broken("write.keeps-identity", place)];

    expect(causes([two], findings)).toEqual([
      { lead: "watch.unique", follows: ["write.keeps-identity"], faults: [] },
    ]);
    expect(causes([two], [broken("watch.unique"), broken("write.keeps-identity")])).toHaveLength(2);
  });

  it("adds no violation of stored objects to a cause that is about the content of errors", () => {
    const place = "a/errors.machine-code#Kiln";
    const [stored, other] = [
      "isolation.refused-write-changes-nothing",
      "errors.reasons-distinguishable",
    ] as const;
    const findings = [
      broken("errors.machine-code"),
      broken("errors.machine-code", "a/watch#Kiln"),
      broken(stored, place),
      broken(other, place),
    ];

    expect(causes([], findings)).toEqual([
      { lead: "errors.machine-code", follows: [other], faults: [] },
      { lead: stored, follows: [], faults: [] },
    ]);
  });

  it("names no fault that shows in part, or next to something that it does not explain", () => {
    const ids = requirementIds.slice(0, 4);
    const whole: KnownFault = {
      name: "whole",
      summary: "Whole.",
      breaks: ids,
      signs: ids.map((id) => sign(id, "accepted")),
    };
    const [first = "watch.unique", ...others] = ids;
    const inPart = [broken(first), ...others.map((id) => held(id))];
    expect(causes([whole], inPart)[0]?.faults).toEqual([]);

    const known = [{ ...whole, breaks: [first], signs: [sign(first, "accepted")] }];
    const place = `a/${first}#Kiln`;
    const other = { ...two, signs: [sign("watch.unique", "late")] };
    const late = broken(first, place, "accepted late");
    expect(causes(known, [late])[0]?.faults).toEqual(known);
    expect(causes([...known, other], [late])[0]?.faults).toEqual([]);
    expect(causes(known, [broken(first, place)])[0]?.faults).toEqual(known);
    const beside = [broken(first, place), broken("write.keeps-identity", place)];
    expect(causes(known, beside)[0]?.faults).toEqual([]);
  });

  it("names a fault of which one way of many to show is not there, and none of which more are", () => {
    const ids = requirementIds.slice(0, 12);
    const [known, other] = [faultOf("seen", ids), faultOf("other", ids.slice(0, 1))];
    const named = (missing: number): readonly string[] => {
      const found = ids.map((id, place) => (place < missing ? held(id) : broken(id)));
      return causes([known, other], found).flatMap((cause) => cause.faults.map(nameOf));
    };

    expect(named(0)).toEqual(["seen"]);
    expect(named(1)).toEqual(["seen"]);
    expect(named(3)).toEqual([]);
  });

  it("names no fault that shows in few ways where another cause fits no known fault", () => {
    const ids = requirementIds.slice(0, 5);
    const [first = "watch.unique", ...others] = ids;
    const small = faultOf("small", [first]);
    const large = faultOf("large", others);
    const run = (of: readonly RequirementId[]): readonly (readonly string[])[] => {
      const findings = ids.map((id) => (of.includes(id) ? broken(id) : held(id)));
      return causes([small, large], findings).map(({ faults: named }) => named.map(nameOf));
    };

    expect(run(ids)).toEqual([["large"], ["small"]]);
    expect(run(ids.slice(0, 4))).toEqual([[], []]);
    expect(run(others)).toEqual([["large"]]);
  });

  it("does not name a rare fault as the cause if every single check detects the violation", () => {
    const rare: KnownFault = { ...two, name: "rare", isRare: true };
    const broad = (place: string): readonly CaseFinding[] =>
      requirementIds.slice(0, 12).map((id) => held(id, place));
    const [first, second] = ["histories/all#Kiln", "a/narrow#Kiln"];
    const inHistory = [broken("watch.unique", first), ...broad(first)];

    expect(causes([rare], inHistory)[0]?.faults).toEqual([rare]);
    expect(causes([rare], [...inHistory, broken("watch.unique", second)])[0]?.faults).toEqual([]);
    const inOne = [broken("watch.unique", second), held("watch.unique", "a/narrow#Oven")];
    expect(causes([rare], inOne)[0]?.faults).toEqual([rare]);
  });

  it("does not report a violation that only a history shows as a separate cause", () => {
    const place = "histories/all#Kiln";
    const others = requirementIds.slice(0, 12).map((id) => held(id, place));
    const rare: KnownFault = { name: "rare", summary: "Rare.", breaks: ["write.keeps-identity"] };
    const findings = [
      broken("watch.unique"),
      broken("watch.unique", place),
      broken("write.keeps-identity", place),
      ...others,
    ];

    expect(causes([two, rare], findings)).toEqual([
      { lead: "watch.unique", follows: ["write.keeps-identity"], faults: [two] },
    ]);
  });

  describe("a violation that only a random sequence shows", () => {
    const place = "properties/all#Kiln";
    const noOp = "concurrency.no-op-keeps-version";
    const told = "concurrency.conflict-tells-current-version";
    const others = requirementIds.slice(0, 12).map((id) => held(id, place));
    const both = (replays: readonly [string?, string?]): readonly CaseFinding[] => [
      broken(told),
      { ...broken(told, place), ...(replays[0] === undefined ? {} : { replay: replays[0] }) },
      { ...broken(noOp, place), ...(replays[1] === undefined ? {} : { replay: replays[1] }) },
      ...others,
    ];
    const vague = faultOf("vague", [told]);

    it("is a cause of its own if it has a sequence of its own", () => {
      const found = causes([vague], both(["1", "2"]));

      expect(found.map(({ lead, follows }) => [lead, follows])).toEqual([
        [told, []],
        [noOp, []],
      ]);
    });

    it("follows a cause that shares its sequence", () => {
      expect(causes([vague], both(["1", "1"]))).toMatchObject([{ lead: told, follows: [noOp] }]);
    });

    it("follows a cause if a known fault breaks both", () => {
      const known = { ...faultOf("known", [told, "watch.unique"]), mayBreak: [noOp] as const };
      const findings = [...both(["1", "2"]), held("watch.unique")];

      expect(causes([vague, known], findings)).toMatchObject([{ lead: told, follows: [noOp] }]);
    });
  });

  it("keeps violations of a controller in different scenarios apart", () => {
    const [first, second] = ["controllers/first#Kiln", "controllers/second#Kiln"];
    const others = [first, second].flatMap((place) =>
      requirementIds.slice(0, 12).map((id) => held(id, place)),
    );
    const early = faultOf("early", ["controller.retry-waits-as-told"]);
    const findings = [
      broken("controller.retry-waits-as-told", first),
      broken("controller.owned-objects-match", second),
      ...others,
    ];

    expect(causes([early], findings).map(({ lead, follows }) => [lead, follows])).toEqual([
      ["controller.retry-waits-as-told", []],
      ["controller.owned-objects-match", []],
    ]);
  });

  it("keeps what only a history of everything shows apart from a cause that it does not show", () => {
    const place = "histories/all#Kiln";
    const others = requirementIds.slice(0, 12).map((id) => held(id, place));
    const naming = faultOf("naming", ["errors.invalid-names-field"]);
    const findings = [
      broken("errors.invalid-names-field"),
      broken("watch.unique", place),
      ...others,
    ];

    expect(causes([naming], findings)).toMatchObject([
      { lead: "errors.invalid-names-field", follows: [] },
      { lead: "watch.unique", follows: [] },
    ]);
  });

  it("finds no cause where nothing is broken", () => {
    expect(causes(faults, [held("watch.unique")])).toEqual([]);
  });

  it("name no fault by a symptom that it only may have, if none of its own is there", () => {
    const rare: KnownFault = {
      ...faultOf("rare", ["deletion.nothing-comes-back"]),
      mayBreak: ["errors.missing-object-not-found"],
    };
    const other = broken("errors.missing-object-not-found", "a/other-kinds#Kiln");

    expect(causes([rare], [other]).flatMap((cause) => cause.faults)).toEqual([]);
    const own = broken("deletion.nothing-comes-back");
    expect(causes([rare], [own, other]).flatMap((cause) => cause.faults.map(nameOf))).toEqual([
      "rare",
    ]);
  });

  it("explain what only a repeated attempt could show", () => {
    const [other, main] = ["watch.no-gap", "watch.ordered"] as const;
    const repeated = { ...broken(main), attempt: 2 };
    const unresolved: CaseFinding = {
      requirement: main,
      case: `a/${main}#Kiln`,
      result: "errored",
      reason: "no response",
      evidence: [],
    };
    const findings = [broken(other), unresolved, repeated];
    const [known, lossy] = [faultOf("swapped", [main]), faultOf("lossy", [other])];

    expect(causes([lossy], findings)).toEqual([
      { lead: other, follows: [], faults: [lossy] },
      { lead: main, follows: [], faults: [] },
    ]);
    expect(
      causes([known, lossy], findings).map(({ lead, faults: named }) => [lead, named]),
    ).toEqual(
      expect.arrayContaining([
        [main, [known]],
        [other, [lossy]],
      ]),
    );
  });

  it("keep a violation apart that the first attempt did not show", () => {
    const [other, main] = ["watch.no-gap", "watch.ordered"] as const;
    const findings = [broken(other), held(main), { ...broken(main), attempt: 2 }];
    const lossy = faultOf("lossy", [other]);

    expect(causes([lossy], findings)).toEqual([
      { lead: other, follows: [], faults: [lossy] },
      { lead: main, follows: [], faults: [] },
    ]);
  });

  it("name no rare fault if one case fails in every attempt", () => {
    const rare: KnownFault = { ...one, isRare: true };
    const first = broken("watch.ordered", "a/x#Kiln");
    const others = [held("watch.ordered", "a/x#Vat"), held("watch.unique", "a/y#Vat")];
    const again = [2, 3].map((attempt) => ({ ...first, attempt }));

    expect(causes([rare], [first, ...others])[0]?.faults).toEqual([rare]);
    expect(causes([rare], [first, ...others, ...again])[0]?.faults).toEqual([]);
  });
});

describe("possibleFaults", () => {
  const profile = "graphql-status/v1";
  const possible = (
    all: readonly KnownFault[],
    target: FaultyRun["target"],
  ): readonly KnownFault[] => possibleFaults(all, { profile, target });

  it("omits faults of a rule that the target's declarations exclude", () => {
    const breaks = ["authorization.anonymous-refused"] as const;
    const all = [one, { ...two, breaks }];
    const target = { features: [], kinds: [1] };
    const semantics = { ...contractSemantics, anonymous: "forbidden" as const };

    expect(possible(all, target)).toEqual(all);
    expect(possible(all, { ...target, semantics: contractSemantics })).toEqual(all);
    expect(possible(all, { ...target, semantics })).toEqual([one]);
  });

  it("omits faults of a rule that the profile does not contain", () => {
    const all = [one, { ...two, breaks: ["controller.spec-untouched"] as const }];

    expect(possible(all, { features: [], kinds: [1] })).toEqual([one]);
  });

  it("omits faults that no feature of the target shows", () => {
    const patches: KnownFault = { ...one, needs: [["status.patch.merge"], ["status.apply"]] };
    const all = [{ ...two, needs: [[]] }, three, patches];

    const features = ["watch", "status.apply"] as const;
    expect(possible(all, { features: ["watch"], kinds: [1] })).toEqual(all.slice(0, 2));
    expect(possible(all, { features, kinds: [1] })).toEqual(all);
  });

  it("omits faults that need several kinds if there is one", () => {
    const all = [one, { ...two, isAmongKinds: true as const }];

    expect(possible(all, { features: [], kinds: [1] })).toEqual([one]);
    expect(possible(all, { features: [], kinds: [1, 2] })).toEqual(all);
  });
});

import { describe, expect, it } from "vitest";
import { readExtensions } from "./read-extensions.ts";

const requirement = {
  id: "x-acme.rule",
  level: "MUST",
  statement: "A rule holds.",
  reason: "It would be broken.",
  sources: [{ title: "House rules", at: "section 4" }],
};
const check = {
  id: "x-acme/rule",
  title: "A rule holds",
  covers: ["x-acme.rule"],
  scope: "kind",
  drive: () => Promise.resolve({}),
  judge: () => [],
};
const fault = {
  name: "x-acme-broken",
  summary: "The rule is broken.",
  breaks: ["x-acme.rule"],
  change: () => ({}),
};
const whole = { requirements: [requirement], checks: [check], faults: [fault] };

function reading(...values: readonly unknown[]): () => unknown {
  const found = values.map((value, index) => ({ place: `extensions[${index}]`, value }));
  return () => readExtensions(found, { path: "conformance.config.mjs", folder: "/" });
}

describe("extensions", () => {
  it("are joined", () => {
    const other = {
      requirements: [{ ...requirement, id: "x-other.rule", note: "not kept" }],
      checks: [{ ...check, id: "x-other/rule", covers: ["x-other.rule", "x-acme.rule"] }],
    };

    expect(reading(whole, other)()).toMatchObject({
      requirements: [requirement, { ...requirement, id: "x-other.rule" }],
      checks: [{ id: "x-acme/rule" }, { id: "x-other/rule" }],
      faults: [{ name: "x-acme-broken" }],
    });
    expect(reading(whole, other)()).not.toHaveProperty("requirements.1.note");
  });

  it.each([
    { name: "no extension", value: 7, says: ["extensions[0] is not an extension"] },
    { name: "no lists", value: { requirements: [] }, says: ["extensions[0].checks is not a list"] },
    {
      name: "ids of others",
      value: { requirements: [{ ...requirement, id: "watch.ordered" }], checks: [check] },
      says: [
        'extensions[0].requirements[0] cannot have the id "watch.ordered": an id has the form x-NAME.SLUG',
        "checks[0] covers x-acme.rule, but there is no such requirement",
      ],
    },
    {
      name: "requirements that say too little",
      value: { ...whole, requirements: [{ id: "x-acme.rule", features: ["status.aply"] }] },
      says: [
        "has no valid level: use MUST, SHOULD or MAY",
        "has no statement",
        "has no reason",
        "has no sources",
        'has the unknown value "status.aply" in features. Did you mean status.apply?',
      ],
    },
    {
      name: "the same twice",
      value: {
        requirements: [requirement, requirement],
        checks: [check, check],
        faults: [fault, fault],
      },
      says: [
        "extensions[0].requirements[1] has the same id x-acme.rule as extensions[0].requirements[0]",
        "extensions[0].checks[1] has the same id x-acme/rule as extensions[0].checks[0]",
        "extensions[0].faults[1] has the same name x-acme-broken as extensions[0].faults[0]",
      ],
    },
    {
      name: "covers that are not its own",
      value: {
        ...whole,
        checks: [{ ...check, covers: ["x-acme.rul", "watch.ordered", "x-acme.rule"] }],
      },
      says: [
        "covers x-acme.rul, but there is no such requirement. Did you mean x-acme.rule?",
        "covers watch.ordered, a requirement of a profile",
      ],
    },
    {
      name: "a requirement that nothing checks",
      value: { ...whole, requirements: [requirement, { ...requirement, id: "x-acme.other" }] },
      says: ["no check covers x-acme.other"],
    },
    {
      name: "a check that is none",
      value: { ...whole, checks: [{ id: "acme", phase: "history", covers: ["x-acme.rule"] }] },
      says: [
        'cannot have the id "acme": an id has the form x-NAME/SLUG',
        "has no title",
        "has no valid scope: use one of target, kind,",
        "has a phase other than scenario",
        "has no drive: it must be a function",
        "has no judge: it must be a function",
      ],
    },
    {
      name: "a fault that is none",
      value: { ...whole, faults: [{ name: "stale", breaks: ["x-acme.no", "watch.ordered"] }] },
      says: [
        'cannot have the name "stale": a name has the form x-NAME-WHAT',
        "has no summary",
        'has the unknown value "x-acme.no" in breaks',
        "has no change: it must be a function",
      ],
    },
  ])("are rejected with $name, with everything that is wrong", ({ value, says }) => {
    for (const text of says) expect(reading(value)).toThrow(text);
    expect(reading(value)).toThrow(/^invalid extensions in conformance\.config\.mjs:\n/u);
  });
});

import { describe, expect, it } from "vitest";
import { withoutCostlyRules } from "./without-costly-rules.ts";

const rules = [{ rule: "size(self) <= 8" }, { rule: "self.all(x, self.exists_one(y, x == y))" }];

function definitionWith(validations: object): Parameters<typeof withoutCostlyRules>[0] {
  const list = { type: "array", ...validations };
  const properties = { "replica.count": { items: { additionalProperties: list } } };
  const schema = { openAPIV3Schema: { properties: { status: { properties } } } };
  return { kind: "CustomResourceDefinition", spec: { versions: [{ schema }, { schema }] } };
}

const place =
  "spec.validation.openAPIV3Schema.properties[status].properties[replica.count].items.additionalProperties";

function refusalOf(index: number): string {
  return `${place}.x-kubernetes-validations[${index}].rule: Forbidden: estimated rule cost exceeds budget by factor of 2.0x`;
}

describe("withoutCostlyRules", () => {
  const whole = definitionWith({ "x-kubernetes-validations": rules });

  it("removes the named rule from every version", () => {
    expect(withoutCostlyRules(whole, refusalOf(1))).toEqual(
      definitionWith({ "x-kubernetes-validations": rules.slice(0, 1) }),
    );
  });

  it("removes several rules of one node", () => {
    expect(withoutCostlyRules(whole, `[${refusalOf(0)}, ${refusalOf(1)}]`)).toEqual(
      definitionWith({}),
    );
  });

  it("changes nothing for another refusal", () => {
    expect(withoutCostlyRules(whole, `${place}.maxItems: Required value`)).toBeUndefined();
  });
});

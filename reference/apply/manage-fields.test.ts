import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { objects, root } from "../testing/drawn-bucket-statuses.ts";
import { changeBetween, differenceOf, differingFields, fieldsOf, unionOf } from "./fields.ts";
import { keptFields, ownFields } from "./manage-fields.ts";

const changes = fc.tuple(objects, objects, objects).map(([before, after, others]) => ({
  owned: differenceOf(fieldsOf(before, root), fieldsOf(others, root)),
  change: changeBetween(before, after, root),
}));

describe("the fields of an owner", () => {
  it("are those that another manager's change does not alter", () => {
    fc.assert(
      fc.property(changes, ({ owned = {}, change }) => {
        const lost = differingFields(owned, change);
        expect(keptFields(owned, change)).toEqual(differenceOf(owned, lost));
      }),
    );
  });

  it("include, after its own change, the fields that it set", () => {
    fc.assert(
      fc.property(changes, ({ owned, change }) => {
        const kept = owned && differenceOf(owned, differingFields(owned, change));
        const set = ownFields(undefined, change);
        expect(ownFields(owned, change)).toEqual(unionOf(kept, set));
      }),
    );
  });

  it("keep the same instance if nothing differs", () => {
    const owned = fieldsOf({ status: { phase: "a", tags: ["a"] } }, root);
    const before = { status: { phase: "a", tags: ["a"], count: 1 } };
    const tags = changeBetween(before, { status: { phase: "a", tags: ["b"], count: 1 } }, root);
    const count = changeBetween(before, { status: { phase: "a", tags: ["a"], count: 2 } }, root);

    expect(ownFields(owned, tags)).toBe(owned);
    expect(keptFields(owned, count)).toBe(owned);
  });
});

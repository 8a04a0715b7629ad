import { expect, it } from "vitest";
import { comparablePath, isItemOf } from "./is-item-of.ts";

const type = "status.conditions[1].type";

it.each([
  { named: "status.conditions[1]", member: type, is: true },
  { named: "status.conditions[0]", member: type, is: false },
  { named: "status.conditions", member: type, is: false },
  { named: type, member: type, is: false },
  { named: "status.conditions[1].a[2]", member: "status.conditions[1].a[2].b", is: true },
  { named: "status.conditions[1]", member: "status.conditions[1].a[2].b", is: false },
  { named: "status", member: "status.type", is: false },
])("$named is the item of $member: $is", ({ named, member, is }) => {
  expect(isItemOf(member, named)).toBe(is);
});

it("compares list indexes only if the validated list is the one that was sent", () => {
  expect(comparablePath(type, {})).toBe(type);
  expect(comparablePath(type, { lists: "merged" })).toBe("status.conditions[].type");
  const places = ["status.conditions[2]", type].map((one) =>
    comparablePath(one, { lists: "merged" }),
  );
  expect(isItemOf(places[1] ?? "", places[0] ?? "")).toBe(true);
});

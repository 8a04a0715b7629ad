import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { IdentityName, Outcome } from "#contract";
import { ReadingRoles } from "./reading-roles.ts";

const known = ["author", "controller", "reader", "stranger"] as const;

const found: Outcome = {
  result: "object",
  object: {
    kind: "Service",
    metadata: { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") },
  },
};

function refused(reason: "forbidden" | "notFound"): Outcome {
  return { result: "refused", refusal: { reason, message: "no", causes: [] } };
}

function firstRoles(roles: ReadingRoles, count = 4): readonly IdentityName[] {
  return Array.from({ length: count }, () => roles.next());
}

describe("the roles of reads in a history", () => {
  it("alternate among those that the target knows", () => {
    const all = new ReadingRoles(known);
    expect(firstRoles(all)).toEqual(["author", "controller", "reader", "author"]);
    expect(firstRoles(new ReadingRoles(["controller"]), 3)).toEqual([
      "author",
      "controller",
      "author",
    ]);
  });

  it("are limited to those that may read", () => {
    const roles = new ReadingRoles(known);
    expect(roles.isEvidence("reader", refused("forbidden"))).toBe(false);
    expect(firstRoles(roles, 3)).toEqual(["author", "controller", "author"]);
  });

  it("show that an object is missing only if the role has read an object", () => {
    const roles = new ReadingRoles(known);
    expect(roles.isEvidence("author", refused("notFound"))).toBe(true);
    expect(roles.isEvidence("reader", refused("notFound"))).toBe(false);
    expect(roles.isEvidence("reader", found)).toBe(true);
    expect(roles.isEvidence("reader", refused("notFound"))).toBe(true);
    expect(firstRoles(roles, 3)).toEqual(["author", "controller", "reader"]);
  });
});

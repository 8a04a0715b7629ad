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

const nothing = { spec: false, status: false };
const everything = { spec: true, status: true };

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
    expect(roles.evidenceOf("reader", refused("forbidden"), nothing)).toBe("none");
    expect(firstRoles(roles, 3)).toEqual(["author", "controller", "author"]);
  });

  it("show no missing object to others than the author, from whom no object is hidden", () => {
    const roles = new ReadingRoles(known);
    expect(roles.evidenceOf("author", refused("notFound"), nothing)).toBe("content");
    expect(roles.evidenceOf("reader", found, everything)).toBe("content");
    expect(roles.evidenceOf("reader", refused("notFound"), nothing)).toBe("none");
    expect(firstRoles(roles, 3)).toEqual(["author", "controller", "reader"]);
  });

  it("show the content of an object once they were shown each marker", () => {
    const roles = new ReadingRoles(known);
    const seen = [nothing, { spec: true, status: false }, { spec: false, status: true }, nothing];
    expect(seen.map((isMarked) => roles.evidenceOf("reader", found, isMarked))).toEqual([
      "version",
      "version",
      "content",
      "content",
    ]);
    expect(roles.evidenceOf("controller", found, nothing)).toBe("version");
  });
});

import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { IdentityName, Outcome } from "#contract";
import { ReadingRoles } from "./reading-roles.ts";
import type { SeenContent } from "./reading-roles.ts";

const known = ["author", "controller", "reader", "stranger"] as const;

const found: Outcome = {
  result: "object",
  object: {
    kind: "Service",
    metadata: { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") },
  },
};

function seen(spec: boolean, status: boolean, content = "u1 1 0.0"): SeenContent {
  return { content, isMarked: { spec, status } };
}

const nothing = seen(false, false);

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
    expect(roles.evidenceOf("reader", found, seen(true, true))).toBe("content");
    expect(roles.evidenceOf("reader", refused("notFound"), nothing)).toBe("none");
    expect(firstRoles(roles, 3)).toEqual(["author", "controller", "reader"]);
  });

  it("show the content of an object once they were shown each marker", () => {
    const roles = new ReadingRoles(known);
    const contents = [nothing, seen(true, false), seen(false, true), nothing];
    expect(contents.map((content) => roles.evidenceOf("reader", found, content))).toEqual([
      "version",
      "version",
      "content",
      "content",
    ]);
    expect(roles.evidenceOf("controller", found, nothing)).toBe("version");
  });

  it("show the content that the author was shown at the same version", () => {
    const roles = new ReadingRoles(known);
    const [own, masked] = [seen(true, false, "u1 2 4.0"), seen(false, false, "u1 2 0.0")];
    roles.noteContent(own.content);

    expect(roles.evidenceOf("reader", found, masked)).toBe("version");
    expect(roles.evidenceOf("reader", found, own)).toBe("content");
  });
});

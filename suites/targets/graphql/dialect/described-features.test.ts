import { describe, expect, it } from "vitest";
import { canonicalDialect } from "./canonical.ts";
import { withFeatures } from "./described-features.ts";
import type { Dialect } from "./dialect.ts";

const nobody = { kind: "unavailable", reason: "everybody may read" } as const;

describe("the authorization of watches", () => {
  const silent = {
    ...canonicalDialect,
    features: canonicalDialect.features.filter((feature) => feature !== "watch.authorization"),
  };

  it.each<[string, Dialect, boolean]>([
    ["there is a watch, and a stranger", silent, true],
    ["nobody is denied", without(["stranger", "anonymous"]), false],
    ["only requests without a credential are denied", without(["stranger"]), true],
    ["no watch is offered", { ...silent, features: [] }, false],
  ])("where %s", (_, dialect, isAsked) => {
    const { features } = withFeatures(dialect, undefined);

    expect(features.includes("watch.authorization")).toBe(isAsked);
  });

  it("is not checked if it is withdrawn manually", () => {
    const withdrawn = ["watch.authorization"] as const;
    const { features } = withFeatures(silent, { declared: [], withdrawn });

    expect(features).not.toContain("watch.authorization");
  });

  function without(names: readonly ("stranger" | "anonymous")[]): Dialect {
    const unplayed = Object.fromEntries(names.map((name) => [name, nobody]));
    return { ...silent, identities: { ...silent.identities, ...unplayed } };
  }
});

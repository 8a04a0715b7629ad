import { describe, expect, it } from "vitest";
import { canonicalDialect } from "./canonical.ts";
import { describedFeatures, withFeatures } from "./described-features.ts";
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

describe("a credential for a role with limited permissions", () => {
  const roles = {
    tenant: "authorization.namespaces",
    reporter: "authorization.statusOnly",
    assignee: "authorization.names",
    throttled: "rate-limit",
  } as const;

  it.each(Object.entries(roles))("of the %s describes the feature %s", (name, feature) => {
    expect(describedFeatures(canonicalDialect)).toContain(feature);
    expect(describedFeatures(withoutRole(name))).not.toContain(feature);
  });

  it.each([
    ["in a single namespace", "authorization.namespaces", inOneNamespace()],
    ["without an assigned name", "authorization.names", omitting("assignedName")],
    ["without a rate limit", "rate-limit", omitting("rateLimit")],
  ] as const)("cannot be tested %s", (_, feature, dialect) => {
    expect(describedFeatures(dialect)).not.toContain(feature);
  });
});

function withoutRole(name: string): Dialect {
  const identities = { ...canonicalDialect.identities, [name]: nobody };
  return { ...canonicalDialect, identities };
}

function inOneNamespace(): Dialect {
  const { definitions: _, kinds, ...rest } = canonicalDialect;
  const near = kinds.map((kind) => ({ ...kind, namespaces: kind.namespaces.slice(0, 1) }));
  return { ...rest, kinds: near };
}

function omitting(name: "assignedName" | "rateLimit"): Dialect {
  const { [name]: _, ...rest } = canonicalDialect;
  return rest;
}

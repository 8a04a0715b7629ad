import { expect, it } from "vitest";
import { contractSemantics } from "#contract";
import type { Semantics } from "#contract";
import { selectedRequirements } from "./selected-requirements.ts";

it.each<{ readonly versionOrder?: Semantics["versionOrder"]; readonly level: string }>([
  { versionOrder: "comparable", level: "MUST" },
  { versionOrder: "opaque", level: "SHOULD" },
  { level: "SHOULD" },
])("asks for the order of a collection as declared: %j", ({ versionOrder, level }) => {
  const target =
    versionOrder === undefined ? {} : { semantics: { ...contractSemantics, versionOrder } };
  const selected = selectedRequirements({ profile: "graphql-status/v1", target });

  expect(
    selected.find(({ requirement }) => requirement === "watch.collection-in-commit-order"),
  ).toEqual(expect.objectContaining({ level }));
});

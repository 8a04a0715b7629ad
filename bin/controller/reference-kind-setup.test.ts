import { expect, it } from "vitest";
import { withKindNames } from "./reference-kind-setup.ts";

const gear = { name: "Gear", resource: { group: "example.com", plural: "gears" } };
const map = { name: "ConfigMap", resource: { group: "", plural: "configmaps" } };

it.each([
  ["gears.example.com", "configmaps"],
  ["Gear", "ConfigMap"],
])("names kinds by their resources: %s owns %s", (owner, kind) => {
  const description = { kinds: [gear], relatedKinds: [map] };

  expect(withKindNames(description, { [owner]: [{ kind, label: "owner" }] })).toEqual({
    Gear: [{ kind: "ConfigMap", label: "owner" }],
  });
});

it("keeps names of unknown kinds", () => {
  const owned = { Axle: [{ kind: "wheels", label: "owner" }] };

  expect(withKindNames({ kinds: [gear] }, owned)).toEqual(owned);
});

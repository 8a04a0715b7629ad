import { expect, it } from "vitest";
import { byVersionPriority } from "./discovery.ts";

it("sorts versions as Kubernetes does", () => {
  const sorted = "v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10".split(" ");

  expect(sorted.toReversed().toSorted(byVersionPriority)).toEqual(sorted);
});

import { expect, it } from "vitest";
import { withoutPlaceholders } from "./argument-trees.ts";

it("removes placeholders, and the objects that only contain these", () => {
  const tree = {
    where: { site: "$namespace", labels: "$selector" },
    paging: { after: { cursor: "$page" } },
    filter: {},
    first: 100,
  };

  expect(withoutPlaceholders(tree, ["$selector", "$page"])).toEqual({
    where: { site: "$namespace" },
    filter: {},
    first: 100,
  });
});

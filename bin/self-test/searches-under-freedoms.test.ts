import { expect, it } from "vitest";
import { checks } from "#checks";
import { freedoms } from "#reference";
import { pickFreedoms } from "./picked-variants.ts";
import { freedomRunOf } from "./freedom-run.ts";
import { tryFreedoms } from "./freedom-trial.ts";

const searches = checks.filter(({ id }) =>
  ["histories/objects-come-and-go", "properties/command-sequences"].includes(id),
);

// Freedoms that once caused a false positive in a search, although every scenario passed.
it.each([
  "deletions-name-the-uid",
  "deletions-take-two-steps",
  "deletions-demand-version",
  "deletions-keep-the-last-version",
])("searches find no fault under %s", async (name) => {
  const { signal } = new AbortController();
  const trial = await tryFreedoms({ freedoms: [name], turn: 0 }, signal, searches);
  const { problem, passed, unexplained } = freedomRunOf(pickFreedoms([name], freedoms), trial);

  expect(problem).toBeUndefined();
  expect(unexplained.filter(({ verdict }) => verdict !== "inconclusive")).toEqual([]);
  expect(passed).toContain("errors.missing-object-not-found");
});

import { expect, it } from "vitest";
import { correctRules } from "../correct/correct-rules.ts";
import { refuse } from "../values/refusal.ts";
import { defineFreedom } from "./freedom.ts";
import type { Freedom } from "./freedom.ts";
import { FreedomEffects } from "./freedom-effects.ts";
import { applyVariants } from "./variant.ts";

const texts = { summary: "A freedom.", why: "It is permitted." };

const renaming = defineFreedom({
  ...texts,
  name: "renaming",
  change: (rules) => ({
    report: (refusal) => ({ ...rules.report(refusal), message: "No." }),
  }),
});

const reordering = defineFreedom({
  ...texts,
  name: "reordering",
  change: (rules) => ({
    report: (refusal) => {
      const { message, extensions } = rules.report(refusal);
      return { extensions, message };
    },
  }),
});

const idle = defineFreedom({
  ...texts,
  name: "idle",
  change: (rules) => ({ report: (refusal) => rules.report(refusal) }),
});

const late = defineFreedom({
  ...texts,
  name: "late",
  change: (rules) => ({
    respond: async (result) => {
      await Promise.resolve();
      return rules.respond(result);
    },
  }),
});

const untyped = defineFreedom({
  ...texts,
  name: "untyped",
  change: (rules) => ({ schema: (sdl) => `${rules.schema(sdl)} scalar Any` }),
});

const typedOtherwise = defineFreedom({
  ...texts,
  name: "typed-otherwise",
  change: (rules) => ({
    schema: (sdl) => `${rules.schema(sdl)} scalar Other`,
    listVersion: (newest) => rules.listVersion(newest),
  }),
});

const hiding = defineFreedom({
  ...texts,
  name: "hiding",
  hides: ["report"],
  change: () => ({}),
});

async function effectsOf(freedoms: readonly Freedom[]): Promise<readonly string[]> {
  const effects = new FreedomEffects();
  const rules = applyVariants(correctRules, effects.watch(freedoms));
  rules.schema("type Query { any: String }");
  rules.report(refuse("NOT_FOUND", "There is no such object."));
  rules.listVersion(7);
  await rules.respond({ data: {} });
  return effects.seen;
}

it.each([
  { why: "returns something else", freedoms: [renaming], seen: ["renaming"] },
  { why: "returns it in another order", freedoms: [reordering], seen: ["reordering"] },
  { why: "returns the same", freedoms: [idle], seen: [] },
  { why: "responses later", freedoms: [late], seen: ["late"] },
  { why: "changes only the schema", freedoms: [untyped], seen: ["untyped"] },
  { why: "changes the schema, but not what it should", freedoms: [typedOtherwise], seen: [] },
  { why: "is hidden by another", freedoms: [renaming, hiding], seen: [] },
  { why: "is combined", freedoms: [idle, renaming, untyped], seen: ["renaming", "untyped"] },
])("has an effect if it $why", async ({ freedoms, seen }) => {
  expect((await effectsOf(freedoms)).toSorted()).toEqual(seen);
});

it("has an effect if it is an absence that a client finds", () => {
  const absent = { ...idle, withdraws: ["dry-run"], isAbsence: true } as const;
  const effects = new FreedomEffects();
  effects.missing((feature) => feature === "watch", [absent]);
  expect(effects.seen).toEqual([]);
  effects.missing((feature) => feature === "dry-run", [absent, { ...absent, name: "other" }]);
  expect(effects.seen).toEqual(["idle", "other"]);
});

it("calls each rule as often as without it", () => {
  let calls = 0;
  const counting = defineFreedom({
    ...texts,
    name: "counting",
    change: (rules) => ({
      listVersion: (newest) => {
        calls += 1;
        return rules.listVersion(newest);
      },
    }),
  });
  const rules = applyVariants(correctRules, new FreedomEffects().watch([counting]));
  rules.listVersion(1);

  expect(calls).toBe(1);
});

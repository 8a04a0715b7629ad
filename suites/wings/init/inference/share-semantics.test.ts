import { expect, it } from "vitest";
import type { SemanticsName } from "#contract";
import type { KindDialect } from "#targets/graphql";
import { pumpDialect, pumpKind } from "./pump-target.fixture.ts";
import { shareSemantics } from "./share-semantics.ts";

function kindWith(semantics: KindDialect["semantics"]): KindDialect {
  return { ...pumpKind({}), ...(semantics === undefined ? {} : { semantics }) };
}

it("marks no declaration about events as a guess if no kind has watches", () => {
  const guessed = { ...pumpDialect(kindWith({})), guessedSemantics: ["deletedEvent"] as const };

  expect(shareSemantics({ dialect: guessed, guesses: [] }).dialect).not.toHaveProperty(
    "guessedSemantics",
  );
});

it.each<[KindDialect["semantics"], readonly SemanticsName[] | undefined]>([
  [{ noOp: "takesVersion" }, ["precondition"]],
  [{ noOp: "keepsVersion", precondition: "optional" }, undefined],
  [{}, ["precondition", "noOp"]],
])("marks the declarations that no kind showed as guesses: %j", (semantics, expected) => {
  const start = pumpDialect(kindWith(semantics));
  const guessed = { ...start, guessedSemantics: ["precondition", "noOp"] as const };
  const { dialect } = shareSemantics({ dialect: guessed, guesses: [] });

  expect(dialect.guessedSemantics).toEqual(expected);
});

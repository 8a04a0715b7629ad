import { expect, it } from "vitest";
import type { SemanticsName } from "#contract";
import type { KindDialect } from "#targets/graphql";
import { pumpDialect, pumpKind, pumpOperation } from "./pump-target.fixture.ts";
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

it("keeps the token of events where only another kind's version is the token", () => {
  const watch = { ...pumpOperation, object: "pump", cursor: "position" };
  const start = pumpDialect(kindWith({ cursor: "version" }));
  const other = { ...kindWith({}), name: "Lift" };
  const kinds = [...start.kinds, { ...other, operations: { ...other.operations, watch: [watch] } }];
  const semantics = { ...start.semantics, cursor: "ofEvent" } as const;
  const { dialect } = shareSemantics({ dialect: { ...start, semantics, kinds }, guesses: [] });

  expect(dialect.semantics.cursor).toBe("version");
  expect(dialect.kinds.map((kind) => kind.semantics)).toEqual([undefined, { cursor: "ofEvent" }]);
});

import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { KindDialect } from "#targets/graphql";
import { Notebook } from "../schema/notebook.ts";
import { learnShownKind } from "./probe-spelling.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "../learning/pump-target.fixture.ts";

const key = { kind: "Pump", name: "a" };

/** The kind of the dialect has the name of its type, `Pump`. The objects contain `shown`. */
async function literalWith(
  shown: string,
  { kind = {}, notes = new Notebook() }: { kind?: Partial<KindDialect>; notes?: Notebook } = {},
): Promise<{ readonly literal: string | undefined; readonly confidence: string | undefined }> {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1") };
  const shared = pumpShared(
    (dialect) => {
      const { name = "", literal = name } = dialect.kinds[0] ?? {};
      const object = { kind: shown === literal ? name : shown, metadata };
      return pumpTarget(() => ({ outcome: { result: "object", object } }));
    },
    { notes },
  );
  const own = pumpKind({});
  const dialect = pumpDialect({ ...own, paths: { ...own.paths, kind: "kind" }, ...kind });
  const found = await learnShownKind(dialect, key, shared);
  const { confidence } = notes.at(["kinds", "Pump", "literal"]) ?? {};
  return { literal: found.kinds[0]?.literal, confidence };
}

it("uses the kind that objects contain, if their type has another name", async () => {
  expect(await literalWith("HandPump")).toEqual({ literal: "HandPump", confidence: "high" });
});

it("keeps the name of the type if objects contain it", async () => {
  expect(await literalWith("Pump")).toEqual({ literal: undefined, confidence: undefined });
});

it("marks the kind for review if an argument takes it", async () => {
  const create = [{ ...pumpOperation, arguments: { kind: "$kind" } }];
  const { operations } = pumpKind({ operations: { create } });

  expect(await literalWith("HandPump", { kind: { operations } })).toEqual({
    literal: "HandPump",
    confidence: "medium",
  });
});

it("keeps a given name", async () => {
  const notes = new Notebook();
  notes.note(["kinds", "Pump", "literal"], "high", "given");

  expect(await literalWith("HandPump", { kind: { literal: "PUMP" }, notes })).toEqual({
    literal: "PUMP",
    confidence: "high",
  });
});

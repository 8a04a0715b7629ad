import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource } from "#contract";
import type { Exchange } from "#targets";
import { learnNamespaces } from "./probe-spelling.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpTarget,
  pumpTrial,
} from "../learning/pump-target.fixture.ts";

/** Lists one object in each namespace. Namespaces are given only if stated. */
async function learned(
  given?: readonly string[],
  used: readonly string[] = ["production"],
): Promise<{
  readonly namespaces: readonly string[] | undefined;
  readonly verbs: readonly string[];
}> {
  const verbs: string[] = [];
  const metadata = { name: "a", uid: uid("u"), generation: 1 };
  const items = used.map((namespace): Resource => ({
    kind: "Pump",
    metadata: { ...metadata, namespace, resourceVersion: resourceVersion("1") },
    spec: {},
  }));
  const target = pumpTarget((command: Command): Exchange => {
    verbs.push(command.verb);
    return { outcome: { result: "list", items } };
  });
  const kind = {
    ...pumpKind({ operations: { list: [{ ...pumpOperation, items: "" }] } }),
    scope: "namespaced",
    namespaces: given ?? ["default"],
  } as const;
  const trial = pumpTrial(target, kind);
  const means = { ...trial.means, ...(given === undefined ? {} : { namespaces: given }) };
  const dialect = await learnNamespaces({ ...trial, means }, pumpDialect(kind));
  return { namespaces: dialect.kinds[0]?.namespaces, verbs };
}

it("replaces an assumed namespace with those of existing objects", async () => {
  expect(await learned()).toEqual({ namespaces: ["production"], verbs: ["list"] });
});

it("uses few of many namespaces", async () => {
  const used = ["delta", "alpha", "charlie", "bravo", "alpha"];

  expect((await learned(undefined, used)).namespaces).toEqual(["alpha", "bravo", "charlie"]);
});

it.each([[["default"]], [["1"]], [["default", "1"]]])(
  "keeps given namespaces without a request, even if they are usual ones: %j",
  async (given) => {
    expect(await learned(given)).toEqual({ namespaces: given, verbs: [] });
  },
);

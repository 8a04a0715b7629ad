import { expect, it } from "vitest";
import type { ArgumentTree } from "#targets/graphql";
import { withOnePlace } from "../operations/hidden-namespaces.ts";
import { pumpKind, pumpOperation } from "./pump-target.fixture.ts";

const namespaces = ["north", "south"];

function listedBy(tree: Readonly<Record<string, ArgumentTree>>): readonly string[] {
  const list = [{ ...pumpOperation, arguments: tree, items: "" }];
  const kind = pumpKind({ operations: { list } });
  const paths = { name: "name", uid: "id", resourceVersion: "version" };
  return withOnePlace({ ...kind, paths }, namespaces).namespaces;
}

it.each([
  { tree: { zone: "$namespace" }, found: namespaces },
  { tree: { where: { zone: { eq: "$namespace" } } }, found: namespaces },
  { tree: { parent: "zones/${namespace}" }, found: namespaces },
  { tree: { zoneId: "$namespaceId" }, found: namespaces },
  { tree: { first: 10 }, found: ["north"] },
])(
  "declares the namespaces $found if lists take $tree and objects hide them",
  ({ tree, found }) => {
    expect(listedBy(tree)).toEqual(found);
  },
);

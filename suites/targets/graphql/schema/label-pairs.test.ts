import { expect, it } from "vitest";
import { authoredValues } from "./argument-tree.ts";
import { mapOfPairs, pairsOf } from "./label-pairs.ts";
import { readObject } from "../replies/object-reader.ts";

const fields = { key: "name", value: "text" };

it("writes maps as lists of pairs, and reads them back", () => {
  const pairs = pairsOf({ tier: "front", app: "web" }, fields);

  expect(pairs).toEqual([
    { name: "tier", text: "front" },
    { name: "app", text: "web" },
  ]);
  expect(mapOfPairs(pairs, fields)).toEqual({ tier: "front", app: "web" });
  expect(mapOfPairs([{ name: "app", text: null }], fields)).toEqual({ app: "" });
});

it("leaves other values as they are", () => {
  expect(mapOfPairs({ app: "web" }, fields)).toEqual({ app: "web" });
  expect(mapOfPairs([{ app: "web" }], fields)).toEqual([{ app: "web" }]);
});

it("is used for labels in requests and in objects", () => {
  const pairs = { labels: fields };

  expect(authoredValues({ labels: { app: "web" }, annotations: { a: "b" } }, pairs)).toMatchObject({
    $labels: [{ name: "app", text: "web" }],
    $annotations: { a: "b" },
  });
  const paths = { name: "name", uid: "id", resourceVersion: "rev", labels: "meta.labels" };
  const object = { name: "a", id: "1", rev: 2, meta: { labels: [{ name: "app", text: "web" }] } };
  expect(readObject(object, { name: "Pump", paths, pairs })).toMatchObject({
    ok: true,
    value: { metadata: { labels: { app: "web" } } },
  });
});

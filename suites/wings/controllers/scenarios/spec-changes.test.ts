import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { changesBetween, withChange } from "./spec-changes.ts";

const from: JsonObject = { host: "a", port: { number: 1, name: "p", tls: { mode: "x" } }, old: 1 };
const to: JsonObject = { host: "b", port: { number: 1, tls: { mode: null } }, added: { a: 1 } };

it("change one field each, also inside objects", () => {
  const changes = changesBetween(from, to);

  expect(changes).toStrictEqual([
    { path: ["host"], value: "b" },
    { path: ["port", "name"] },
    { path: ["port", "tls", "mode"], value: null },
    { path: ["old"] },
    { path: ["added"], value: { a: 1 } },
  ]);
  expect(changes.reduce(withChange, from)).toStrictEqual(to);
});

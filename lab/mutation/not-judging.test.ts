import { expect, it } from "vitest";
import { notJudging } from "./not-judging.ts";

const named = (name: string): object => ({ type: "Identifier", name });

function parameter(type: string): object {
  const reference = { type: "TSTypeReference", typeName: named(type) };
  return { ...named("of"), typeAnnotation: { typeAnnotation: reference } };
}

function member(key: string, called = "defineCheck"): object {
  const call = { node: { type: "CallExpression", callee: named(called) } };
  const all = { node: { type: "ObjectExpression" }, parentPath: call };
  return { node: { type: "ObjectProperty", key: named(key) }, parentPath: all };
}

it.each([
  ["the judge of a check", member("judge"), undefined],
  ["the title of a check", member("title"), "names a check"],
  ["what a check drives", member("drive"), "names a check"],
  ["the title of a property", member("title", "defineProperty"), "names a check"],
  ["what else is called with an object", member("title", "claim"), undefined],
  ["a member of an object alone", { node: { key: named("title") } }, undefined],
  ["what is awaited", { node: { type: "FunctionDeclaration", async: true } }, "drives a target"],
  ["what has a context", { node: { params: [parameter("CheckContext")] } }, "drives a target"],
  ["what has steps", { node: { params: [named("a"), parameter("Step")] } }, undefined],
  ["the whole file", { node: { type: "Program" } }, undefined],
])("of a file of checks, %s: %s", (_, path, reason) => {
  expect(notJudging(path)).toBe(reason);
});

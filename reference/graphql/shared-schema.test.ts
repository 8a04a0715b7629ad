import { expect, it } from "vitest";
import { defaultLimits } from "../values/server-limits.ts";
import { startReference } from "../server/start-reference.ts";
import { readCanonicalSchema, sharedSchema } from "./executable-schema.ts";

const sdl = readCanonicalSchema();

it("is shared only for the same text and limits", () => {
  const shared = sharedSchema(sdl, defaultLimits);
  expect(sharedSchema(sdl, { ...defaultLimits })).toBe(shared);
  expect(sharedSchema(sdl, { ...defaultLimits, queryDepth: 3 })).not.toBe(shared);
  expect(sharedSchema(`${sdl}\nscalar More`, defaultLimits).schema.getType("More")).toBeDefined();
});

it("keeps the objects of two servers that share it separate", async () => {
  await using one = await startReference();
  await using other = await startReference();
  const creation = `mutation { createNamespace(input: { name: "shared", spec: {} }) { kind } }`;
  const question = `{ namespace(name: "shared") { kind } }`;

  expect(await ask(one.url, creation)).not.toContain("errors");
  expect(await ask(one.url, question)).toBe('{"data":{"namespace":{"kind":"Namespace"}}}');
  expect(await ask(other.url, question)).toBe('{"data":{"namespace":null}}');
});

async function ask(url: string, query: string): Promise<string> {
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer author-token" },
    body: JSON.stringify({ query }),
  });
  return reply.text();
}

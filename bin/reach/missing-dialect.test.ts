import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { buildSchema, graphql } from "graphql";
import { expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { listenLocally } from "../testing/local-server.ts";
import type { LocalServer } from "../testing/local-server.ts";
import { call } from "../testing/test-world.ts";

const schema = buildSchema(`
  type Query { kiln(name: String!): String }
  type Mutation { fireKiln(name: String!): String }
`);

async function endpoint(): Promise<LocalServer> {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const sent: unknown = JSON.parse(body);
      const query = isJsonObject(sent) ? sent["query"] : undefined;
      const reply = await graphql({ schema, source: typeof query === "string" ? query : "" });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(reply));
    });
  });
  return listenLocally(server);
}

it("a run without the dialect of an endpoint recommends init", async () => {
  await using server = await endpoint();
  const address = `${server.origin}/graphql`;

  const { code, err } = await call(["--endpoint", address, "--yes"]);

  expect(code).toBe(2);
  expect(err).toContain("does not have the canonical schema");
  expect(err).toContain(`npx conformance init --endpoint ${address}`);
  expect(err.split("\n").length).toBeLessThan(10);
});

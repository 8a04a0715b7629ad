import { expect, it } from "vitest";
import { createServer } from "node:http";
import { once } from "node:events";
import { ordersIn } from "../../reports/testing/ci-runners.ts";
import { call } from "../testing/test-world.ts";

const name = "Ser\n::error title=PWN::owned\n::set-output name=a::b";

/** An introspection result with a line break in the name of a type. */
const schema = {
  queryType: { name: "Query" },
  mutationType: null,
  subscriptionType: null,
  directives: [],
  types: [
    {
      kind: "OBJECT",
      name: "Query",
      fields: [{ name: "a", args: [], type: { kind: "OBJECT", name }, isDeprecated: false }],
      interfaces: [],
    },
    {
      kind: "OBJECT",
      name,
      fields: [{ name: "b", args: [], type: { kind: "SCALAR", name: "Int" } }],
      interfaces: [],
    },
    { kind: "SCALAR", name: "Int" },
  ],
};

it.each([["run"], ["init", "--no-probe", "--output", "-"]])(
  "%s shows a line end in a name of the schema, and prints no command to a CI system",
  async (...args) => {
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: { __schema: schema } }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const endpoint = `http://127.0.0.1:${address.port}/graphql`;
    const { code, out, err } = await call([...args, "--endpoint", endpoint]);
    server.closeAllConnections();
    server.close();

    expect(code).not.toBe(0);
    expect(ordersIn(out + err)).toEqual([]);
    expect(err).toContain(String.raw`Ser\n::error title=PWN::owned\n::set-output`);
  },
);

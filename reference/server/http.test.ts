import { request as httpRequest } from "node:http";
import { getIntrospectionQuery } from "graphql";
import { describe, expect, it } from "vitest";
import { demoTokens } from "../kinds/demo-identities.ts";
import { send } from "../testing/reference-client.ts";
import { startReference } from "./start-reference.ts";

const list = "{ services { resourceVersion } }";

describe("authentication", () => {
  it.each(["anonymous", "expired"] as const)(
    "rejects %s, with status 200 and a code",
    async (role) => {
      await using server = await startReference();

      expect(await send(server, role, { query: list })).toMatchObject({
        httpStatus: 200,
        code: "UNAUTHENTICATED",
        value: null,
      });
    },
  );

  it.each([
    { name: "that does not parse", query: "{" },
    { name: "that does not match the schema", query: "{ nothing }" },
    { name: "that is too deep", query: `{ ${"a{".repeat(20)}b${"}".repeat(20)} }` },
  ])("precedes errors in a query $name", async ({ query }) => {
    await using server = await startReference();

    expect((await send(server, "anonymous", { query })).code).toBe("UNAUTHENTICATED");
    expect((await send(server, "reader", { query })).code).toBe("INVALID");
  });

  it("permits introspection without a credential", async () => {
    await using server = await startReference();
    const reply = await send(server, "anonymous", { query: getIntrospectionQuery() });

    expect(reply.errors).toEqual([]);
    expect(reply.value).toHaveProperty("types");
  });

  it("permits no reads next to an introspection without a credential", async () => {
    await using server = await startReference();
    const query = `{ __typename ...more } fragment more on Query { services { resourceVersion } }`;

    expect((await send(server, "anonymous", { query })).code).toBe("UNAUTHENTICATED");
  });
});

describe("a response", () => {
  it.each([
    { accept: undefined, type: "application/json" },
    { accept: "*/*", type: "application/json" },
    { accept: "application/graphql-response+json", type: "application/graphql-response+json" },
    { accept: "application/json, application/graphql-response+json", type: "application/json" },
    {
      accept: "text/html, application/graphql-response+json; q=1, application/json",
      type: "application/graphql-response+json",
    },
  ])("for $accept has the type $type and is sent in one piece", async ({ accept, type }) => {
    await using server = await startReference();
    const response = await fetch(server.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${demoTokens.reader}`,
        ...(accept === undefined ? {} : { accept }),
      },
      body: JSON.stringify({ query: list }),
    });
    const text = await response.text();

    expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    expect(JSON.parse(text)).toHaveProperty("data.services.resourceVersion");
  });
});

describe("limits", () => {
  it.each([
    {
      name: "deep",
      query: `{ services { ${"items { ".repeat(13)} kind ${"}".repeat(13)} } }`,
      said: /depth/,
    },
    {
      name: "full of aliases",
      query: `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: services { resourceVersion }`).join(" ")} }`,
      said: /Aliases/,
    },
    { name: "long", query: `{ ${"services { resourceVersion } ".repeat(600)} }`, said: /token/ },
  ])("reject a query that is too $name", async ({ query, said: message }) => {
    await using server = await startReference();
    const reply = await send(server, "reader", { query });

    expect(reply.code).toBe("INVALID");
    expect(reply.errors[0]?.["message"]).toMatch(message);
  });

  it("reject a body that is too large, without harm to the server", async () => {
    await using server = await startReference({ limits: { bodyBytes: 1_000 } });
    const query = `{ services { resourceVersion } } # ${"x".repeat(200_000)}`;

    expect(await send(server, "reader", { query })).toMatchObject({
      httpStatus: 413,
      code: "INVALID",
    });
    expect((await send(server, "reader", { query: list })).errors).toEqual([]);
  });

  it("apply to cached queries as well", async () => {
    await using server = await startReference({ limits: { cachedQueries: 1 } });
    for (const query of [list, "{ nope }", list, list]) {
      const { code } = await send(server, "reader", { query });
      expect(code).toBe(query === list ? undefined : "INVALID");
    }
  });
});

describe("HTTP", () => {
  it("serves a query by GET", async () => {
    await using server = await startReference();
    const response = await fetch(`${server.url}?query=${encodeURIComponent(list)}`, {
      headers: { authorization: `Bearer ${demoTokens.reader}` },
    });

    expect(await response.json()).toHaveProperty("data.services.resourceVersion");
  });

  it.each([
    { name: "another path", path: "/other", init: {}, status: 404 },
    {
      name: "a mutation by GET",
      path: `/graphql?query=${encodeURIComponent('mutation { deleteService(input: {namespace: "a", name: "b"}) { kind } }')}`,
      init: {},
      status: 405,
    },
    { name: "another method", path: "/graphql", init: { method: "DELETE" }, status: 405 },
    {
      name: "another content type",
      path: "/graphql",
      init: { method: "POST", body: list },
      status: 415,
    },
    {
      name: "a body that is not JSON",
      path: "/graphql",
      init: { method: "POST", body: "{", headers: { "content-type": "application/json" } },
      status: 400,
    },
  ])("answers $name with $status", async ({ path, init, status }) => {
    await using server = await startReference();
    const headers = {
      authorization: `Bearer ${demoTokens.author}`,
      ...("headers" in init ? init.headers : {}),
    };
    const response = await fetch(new URL(path, server.url), { ...init, headers });

    expect(response.status).toBe(status);
  });

  it.each(["/", "/graphql"])("shows browsers a page at %s", async (path) => {
    await using server = await startReference();
    const response = await fetch(new URL(path, server.url), { headers: { accept: "text/html" } });
    const page = await response.text();

    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page).toContain(server.url);
    for (const token of Object.values(demoTokens)) expect(page).toContain(token);
    // The page must not load resources from other origins.
    expect(page).not.toMatch(/(src|href)=/);
  });

  it("drops a connection that sends no request in time", async () => {
    await using server = await startReference({
      limits: { headersTimeoutMs: 50, requestTimeoutMs: 100 },
    });
    const { port, hostname } = new URL(server.url);
    const outcome = new Promise((resolve) => {
      const request = httpRequest({ port, hostname, method: "POST", path: "/graphql" });
      request.on("response", (response) => resolve(response.statusCode));
      request.on("error", () => resolve("dropped"));
      request.setHeader("content-length", "10");
      request.flushHeaders();
    });

    expect([408, "dropped"]).toContain(await outcome);
  });
});

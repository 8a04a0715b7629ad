import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { parseAddress } from "./address.ts";
import { HttpTransport } from "./http-transport.ts";
import { OperationNames } from "./operation-names.ts";

function taught(
  message: string,
  more: Readonly<Record<string, JsonValue>> = {},
  document = "{ a }",
): OperationNames {
  const names = new OperationNames();
  names.learnFrom({ kind: "json", value: { errors: [{ message }], ...more } }, { document });
  return names;
}

describe("an endpoint's demand for operation names", () => {
  it.each([
    "operationName is required",
    "an operation name is required",
    "Anonymous GraphQL operations are not allowed",
    "Unnamed queries are rejected",
  ])("is learned from: %s", (message) => {
    expect(taught(message).areDemanded).toBe(true);
  });

  it.each(["not allowed", "the operation has no naming rights", "anonymous callers may not read"])(
    "is not learned from: %s",
    (message) => {
      expect(taught(message).areDemanded).toBe(false);
    },
  );

  it.each([
    { document: "mutation{a}", more: {}, isLearned: true },
    { document: "mutation{a}", more: { data: null }, isLearned: false },
    { document: "query{a}", more: { data: null }, isLearned: true },
  ])("is learned unless a mutation may have been executed: $document, $more", (row) => {
    const { document, more, isLearned } = row;
    expect(taught("operationName is required", more, document).areDemanded).toBe(isLearned);
  });

  it("is not learned from a response with data", () => {
    expect(taught("operationName is required", { data: { a: 1 } }).areDemanded).toBe(false);
  });
});

describe("the name of an operation", () => {
  const names = taught("operationName is required");

  it.each([
    ["query($a:ID!){node(id:$a){id}}", "query Conformance($a:ID!){node(id:$a){id}}", "Conformance"],
    ["{ a }", "query Conformance{ a }", "Conformance"],
    ["\n mutation { a }", "mutation Conformance { a }", "Conformance"],
    ["query Mine { a }", "query Mine { a }", "Mine"],
    ["fragment F on A { a } query { ...F }", "fragment F on A { a } query { ...F }", undefined],
  ])("is added to %s", (document, named, operationName) => {
    expect(names.named({ document })).toEqual(
      operationName === undefined ? { document } : { document: named, operationName },
    );
  });

  it("is not sent unless it is demanded", () => {
    expect(new OperationNames().named({ document: "{ a }" })).toEqual({ document: "{ a }" });
  });
});

it("a request that was rejected for its missing name is sent again with a name", async () => {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const sent: unknown = JSON.parse(body);
      received.push(sent);
      const isNamed = body.includes("operationName");
      const errors = [{ message: "operationName is required" }];
      response.writeHead(isNamed ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(isNamed ? { data: { a: 1 } } : { errors }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}/`;
  await using transport = new HttpTransport({
    address: parseAddress(url, ["http"]),
    userAgent: "t",
  });
  const { signal } = new AbortController();
  const send = async (): Promise<unknown> =>
    await transport.send({ document: "{ a }", headers: {} }, 5_000, signal);

  expect(await send()).toMatchObject({ kind: "reply", status: 200 });
  expect(await send()).toMatchObject({ kind: "reply", status: 200 });
  expect(received).toMatchObject([
    { query: "{ a }" },
    { query: "query Conformance{ a }", operationName: "Conformance" },
    { query: "query Conformance{ a }", operationName: "Conformance" },
  ]);
  server.close();
});

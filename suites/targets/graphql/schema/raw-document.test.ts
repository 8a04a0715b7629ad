import { describe, expect, it } from "vitest";
import type { Command } from "#contract";
import { connectGraphqlTarget } from "../driver/connect.ts";
import { DialectMismatch } from "../dialect/dialect-mismatch.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { widgetData, widgetKey } from "../testing/widget-dialect.ts";
import { withOperations } from "../testing/with-operations.ts";

const read = { verb: "read", identity: "author", key: widgetKey } as const satisfies Command;
const { signal } = new AbortController();

describe("a document of the dialect's own", () => {
  const document =
    'query Q($n: String!) { it: shop { that: widget(ns: "d", name: $n) { ...F } } } fragment F on Widget { meta { name ns uid version generation labels } spec status { count } }';
  const raw = (parts: object): Dialect =>
    withOperations({
      read: [
        { id: "w", field: "it.that", arguments: { n: "$name" }, result: "", document, ...parts },
      ],
    });

  it("is sent as it is, with its variables", async () => {
    const bodies: string[] = [];
    await using endpoint = await startEndpoint({
      answer: (_request, response, body) => {
        bodies.push(body);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ data: { it: { that: widgetData } } }));
      },
    });
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect: raw({}) }));
    const { outcome } = await target.execute(read, signal);

    expect(outcome).toMatchObject({ result: "object" });
    expect(JSON.parse(bodies[0] ?? "")).toMatchObject({ query: document, variables: { n: "a" } });
  });

  it.each([
    {
      parts: { document: "query {" },
      problem: "at line 1, column 8 of the document: Syntax Error",
    },
    { parts: { document: "{ a } { b }" }, problem: "contains 2 operations" },
    {
      parts: { document: "query Q($n: String!) { shoop }" },
      problem: 'Cannot query field "shoop"',
    },
    {
      parts: { document: 'mutation { deleteWidget(ns: "a", name: "b") }' },
      problem: "expected a query, not a mutation",
    },
    { parts: { arguments: {} }, problem: 'the variable "n" is required' },
    { parts: { arguments: { n: "$nmae" } }, problem: "$nmae is not a placeholder" },
    { parts: { arguments: { n: "$name", x: 1 } }, problem: 'the document has no variable "x"' },
    { parts: { field: "it.this" }, problem: 'does not select "it.this"' },
    { parts: { document: document.replace("uid", "") }, problem: 'has no field "meta.uid"' },
  ])("is checked against the schema: $problem", async ({ parts, problem }) => {
    await using endpoint = await startEndpoint();
    const options = optionsFor(endpoint.url, { dialect: raw(parts) });
    const failure: unknown = await connectGraphqlTarget(options).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(DialectMismatch);
    expect(String(failure)).toContain(problem);
  });
});

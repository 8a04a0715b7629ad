import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildClientSchema, getIntrospectionQuery, printSchema } from "graphql";
import type { IntrospectionQuery } from "graphql";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startReference } from "#reference";
import { startGraphqlRelay } from "../testing/graphql-relay.ts";
import type { GraphqlRelay } from "../testing/graphql-relay.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const folder = folderForEachTest();

const identities = ["--identity", "author=author-token", "controller=controller-token"];

function startWithoutIntrospection(behind: string): Promise<GraphqlRelay> {
  return startGraphqlRelay(behind, {
    errorFor: (body) => (/__schema|__type\b/u.test(body) ? "introspection is disabled" : undefined),
  });
}

async function introspectionOf(url: string): Promise<{ readonly data: IntrospectionQuery }> {
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer author-token" },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  return reply.json();
}

type Result = Awaited<ReturnType<typeof introspectionOf>>;

const copies = {
  "as SDL": ({ data }: Result) => printSchema(buildClientSchema(data)),
  "as a response": (result: Result) => JSON.stringify(result),
  "as the data of a response": ({ data }: Result) => JSON.stringify(data),
};

describe("an endpoint that rejects introspection", () => {
  it("is tested with a copy of its schema", async () => {
    await using server = await startReference();
    await using front = await startWithoutIntrospection(server.url);
    const copy = join(folder.path, "schema.graphql");
    writeFileSync(copy, copies["as SDL"](await introspectionOf(server.url)));
    mkdirSync(join(folder.path, "dialects"));
    const dialect = join(folder.path, "dialects", "dialect.yaml");
    const sockets = server.url.replace("http:", "ws:");
    const at = ["--endpoint", front.url, "--ws-endpoint", sockets, ...identities];

    const files = ["--schema-file", copy, "--output", dialect];
    const written = await call(["init", ...at, ...files, "--kind", "Service"]);
    expect(written.code, written.err).toBe(0);
    expect(written.err).toContain(`so the schema is read from ${copy}`);
    expect(parse(readFileSync(dialect, "utf8"))).toMatchObject({
      endpoint: { schema: "../schema.graphql" },
    });

    const only = [
      "--only",
      "write/stores-submitted-status#Service.updateServiceStatus",
      "--seed",
      "1",
    ];
    const output = ["--output", join(folder.path, "out")];
    const run = await call([...at, "--dialect", dialect, ...only, ...output]);
    expect(run.code, run.out + run.err).toBe(0);
    expect(run.out.replaceAll(/\s+/gu, " ")).toContain(
      "the endpoint rejects introspection, so its schema is read from ../schema.graphql",
    );

    const checked = await call(["init", ...at, "--check", dialect, "--kind", "Service"]);
    expect(checked.code, checked.out + checked.err).toBe(0);
  });

  it.each(Object.entries(copies))("yields a dialect with a copy %s", async (_, copyOf) => {
    await using server = await startReference();
    await using front = await startWithoutIntrospection(server.url);
    const copy = join(folder.path, "copy");
    writeFileSync(copy, copyOf(await introspectionOf(server.url)));

    const at = ["--endpoint", front.url, ...identities, "--no-probe", "--output", "-"];
    const { code, out, err } = await call(["init", ...at, "--schema-file", copy]);

    expect(code, err).toBe(0);
    expect(parse(out)).toMatchObject({ kinds: { Service: {} } });
  });

  it.each([
    { content: undefined, reason: "no such file" },
    { content: "type Query {", reason: "Syntax Error" },
    { content: '{"data": {}}', reason: 'has no property "__schema"' },
  ])("names a copy that cannot be used: $reason", async ({ content, reason }) => {
    await using server = await startReference();
    await using front = await startWithoutIntrospection(server.url);
    const copy = join(folder.path, `${reason.replaceAll(/\W/gu, "-")}.graphql`);
    if (content !== undefined) writeFileSync(copy, content);

    const at = ["--endpoint", front.url, ...identities, "--output", "-"];
    const { code, err } = await call(["init", ...at, "--schema-file", copy]);

    expect(code).toBe(3);
    expect(err).toContain(`the copy of its schema in ${copy} cannot be used`);
    expect(err).toContain(reason);
  });

  it("explains how to pass a copy", async () => {
    await using server = await startReference();
    await using front = await startWithoutIntrospection(server.url);

    const { err } = await call(["init", "--endpoint", front.url, ...identities, "--output", "-"]);

    expect(err).toContain("rejected the introspection query: introspection is disabled");
    expect(err).toContain("pass a copy with --schema-file FILE");
  });
});

import { text } from "node:stream/consumers";
import { buildSchema, graphql } from "graphql";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { parseAddress } from "../../wire/http/address.ts";
import type { Credential } from "../dialect/credential-source.ts";
import { logIn } from "./log-in.ts";
import type { LoginResult } from "./log-in.ts";
import { startHttp } from "../testing/test-endpoint.ts";
import type { TestServer } from "../testing/test-endpoint.ts";
import { HttpTransport } from "../../wire/http/http-transport.ts";

const never = new AbortController().signal;

async function loggedIn(
  login: Extract<Credential, { readonly kind: "login" }>,
  options: { environment?: Record<string, string>; url?: string },
): Promise<LoginResult> {
  const address = parseAddress(options.url ?? "http://127.0.0.1:9", ["http"]);
  await using transport = new HttpTransport({ address, userAgent: "test" });
  const environment = options.environment ?? {};
  return await logIn(login, { transport, environment, limitMs: 10_000 }, never);
}

const failed = (reason: string): object => ({
  ok: false,
  reason: expect.stringContaining(reason),
});

const loginSchema = buildSchema(`
  type Query { a: Int }
  enum Realm { MAIN }
  input Key { name: String! word: String! ttl: Int }
  type Session { token: String }
  type Mutation { logIn(key: Key!): Session  enter(realm: Realm!): Session }
`);

function startLogin(): Promise<TestServer> {
  return startHttp((request, response) => {
    void text(request).then(async (body) => {
      const asked: unknown = JSON.parse(body);
      const { query, variables } = isJsonObject(asked) ? asked : {};
      const rootValue = {
        logIn: ({ key }: { key: { name: string; word: string } }) => {
          if (key.word !== 'open "sesame"') throw new Error(`${key.word} is not the word`);
          return { token: `token-of-${key.name}` };
        },
        enter: () => ({ token: null }),
      };
      const result = await graphql({
        schema: loginSchema,
        rootValue,
        source: typeof query === "string" ? query : "",
        variableValues: isJsonObject(variables) ? variables : {},
      });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(result));
    });
  });
}

describe("a login", () => {
  const login = {
    kind: "login",
    field: "logIn",
    arguments: { key: { name: "ada", word: "$env.WORD", ttl: 5 } },
    credential: "token",
  } as const;

  it("returns the mutation's response, without a credential of its own", async () => {
    await using server = await startLogin();
    const environment = { WORD: 'open "sesame"' };
    expect(await loggedIn(login, { environment, url: server.url })).toEqual({
      ok: true,
      credential: "token-of-ada",
    });
    expect(server.headers[0]).not.toHaveProperty("authorization");
  });

  it("accepts a document, for queries that values cannot express", async () => {
    await using server = await startLogin();
    const source = {
      ...login,
      field: "enter",
      arguments: { realm: "MAIN" },
      document: "mutation ($realm: Realm!) { enter(realm: $realm) { token } }",
    };
    const result = await loggedIn(source, { url: server.url });
    expect(result).toEqual(failed('the response has no string at "enter.token"'));
  });

  it("that fails is reported without the password", async () => {
    await using server = await startLogin();
    const environment = { WORD: "wrong-word" };
    const result = await loggedIn(login, { environment, url: server.url });
    expect(result).toEqual(failed("the login logIn failed: [credential] is not the word"));
    expect(await loggedIn(login, { environment })).toEqual(failed("the login logIn failed: "));
  });
});

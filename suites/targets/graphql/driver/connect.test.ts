import { createServer } from "node:net";
import type { RequestListener } from "node:http";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { credentialOfHeaders } from "../credentials/header-set.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { connectGraphqlTarget } from "./connect.ts";
import type { GraphqlTargetOptions } from "./connect.ts";
import { DialectMismatch } from "../dialect/dialect-mismatch.ts";
import { optionsFor, startEndpoint, startHttp, testLimits } from "../testing/test-endpoint.ts";
import { startProxy } from "../../wire/testing/forward-proxies.ts";
import { widgetDialect } from "../testing/widget-dialect.ts";

async function failureOf(options: GraphqlTargetOptions): Promise<TargetUnreachable> {
  try {
    await using target = await connectGraphqlTarget(options);
    throw new Error(`unexpected contact with ${target.description.endpoint}`);
  } catch (error) {
    if (error instanceof TargetUnreachable) return error;
    throw error;
  }
}

const html: RequestListener = (_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end("<!doctype html><title>Shop</title>");
};

describe("connectGraphqlTarget", () => {
  it("describes its findings", async () => {
    await using endpoint = await startEndpoint();
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    expect(target.description).toMatchObject({
      endpoint: endpoint.url,
      protocol: "graphql",
      dialect: "widgets",
      features: ["watch", "watch.authorization"],
      identities: ["author", "controller", "anonymous"],
      kinds: [{ name: "Widget", operations: { updateStatus: ["updateWidgetStatus"] } }],
    });
    expect(endpoint.headers[0]).toMatchObject({
      "user-agent": "status-conformance/test",
      "x-token": "Token secret-of-author",
    });
  });

  it("describes the names of a role's headers, but not their values", async () => {
    await using endpoint = await startEndpoint();
    const author = credentialOfHeaders({ "X-Role": "editor", "x-secret": "hush-hush" });
    const options = optionsFor(endpoint.url, { credentials: { author } });
    await using target = await connectGraphqlTarget(options);

    expect(target.description.credentials?.roles).toEqual({ author: ["X-Role", "x-secret"] });
    expect(JSON.stringify(target.description)).not.toContain("hush-hush");
  });

  it("accepts credentials instead of the dialect's, and for further roles", async () => {
    await using endpoint = await startEndpoint();
    const credentials = { author: "another-secret", reader: "third-secret" };
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { credentials }));
    expect(endpoint.headers[0]?.["x-token"]).toBe("Token another-secret");
    expect(target.description.identities).toContain("reader");
  });

  it("reports undeclared features, and keeps manual settings", async () => {
    await using endpoint = await startEndpoint();
    await using plain = await connectGraphqlTarget(optionsFor(endpoint.url));
    expect(plain.description.undeclared).toContain("watch.resume");
    expect(plain.description.byHand).toBeUndefined();

    const features = { declared: ["watch.resume"], withdrawn: ["watch", "generation"] } as const;
    await using adjusted = await connectGraphqlTarget(optionsFor(endpoint.url, { features }));
    expect(adjusted.description).toMatchObject({ features: ["watch.resume"], byHand: features });
    expect(adjusted.description.undeclared).not.toEqual(
      expect.arrayContaining(["watch.resume", "watch", "generation"]),
    );
  });

  it("does not let a feature be declared for which the dialect has no means", async () => {
    await using endpoint = await startEndpoint();
    const features = { declared: ["dry-run"], withdrawn: [] } as const;
    const failure: unknown = await connectGraphqlTarget(
      optionsFor(endpoint.url, { features }),
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DialectMismatch);
    expect(String(failure)).toContain("features[1]: dry-run is declared");
  });

  it("neither sends nor shows secrets in an address", async () => {
    await using endpoint = await startEndpoint();
    const address = endpoint.url.replace("127", "joe:hidden@127");
    await using target = await connectGraphqlTarget(optionsFor(`${address}?key=hidden#x`));
    expect(target.description.endpoint).toBe(`${endpoint.url}?…`);
    expect(endpoint.headers[0]?.authorization).toBeUndefined();
    await endpoint[Symbol.asyncDispose]();
    const failure = await failureOf(optionsFor(`${address}?key=hidden`));
    expect(failure.message).not.toContain("hidden");
  });

  it("reports everything that does not match", async () => {
    await using endpoint = await startEndpoint({
      schema: "type Query { widget(ns: String): Int }",
    });
    const options = optionsFor(endpoint.url, {
      dialect: { ...widgetDialect, outcomes: [{ reason: "conflict", message: "(" }] },
    });
    const failure: unknown = await connectGraphqlTarget(options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DialectMismatch);
    expect(String(failure)).toContain(
      "outcomes[0].message: not a regular expression in RE2 syntax: (",
    );
    expect(String(failure)).toContain(
      'kinds.Widget.operations.read.widget.field: Query has no field "shop"',
    );
    expect(String(failure)).toContain("the schema has no mutation type");
  });
});

describe("connectGraphqlTarget without contact", () => {
  it.each<{ name: string; listener: RequestListener; message: RegExp; fix: RegExp }>([
    {
      name: "a page",
      listener: html,
      message: /a page that is not GraphQL \(HTTP 200, text\/html\)/u,
      fix: /\/graphql/u,
    },
    {
      name: "401",
      listener: (_, response) => response.writeHead(401).end("who?"),
      message: /rejected the credential of author \(HTTP 401\)/u,
      fix: /credential for author/u,
    },
    {
      name: "403 with a reason",
      listener: (_, response) =>
        response.writeHead(403).end('{"errors":[{"message":"blocked as a potential CSRF"}]}'),
      message: /rejected the credential of author \(HTTP 403\): blocked as a potential CSRF/u,
      fix: /credential for author/u,
    },
    {
      name: "a login page",
      listener: (_, response) =>
        response
          .setHeader("content-type", "text/html")
          .end("<html><title>Sign in\n - Acme</title><form><input name=p type='password'></form>"),
      message: /a page that is not GraphQL \(HTTP 200, text\/html\): "Sign in - Acme"$/u,
      fix: /login page/u,
    },
    {
      name: "a page of a proxy",
      listener: (_, response) => response.writeHead(407).end(),
      message: /is behind a proxy that requires a credential \(HTTP 407\)/u,
      fix: /user name and password/u,
    },
    {
      name: "another host",
      listener: (_, response) => response.writeHead(421).end(),
      message: /is not a host of this server \(HTTP 421\)/u,
      fix: /host name/u,
    },
    {
      name: "a limit",
      listener: (_, response) => response.writeHead(429, { "retry-after": "3600" }).end(),
      message: /limits the rate of requests and requires a pause of 3600 s \(HTTP 429\)/u,
      fix: /when the limit permits/u,
    },
    {
      name: "503",
      listener: (_, response) => response.writeHead(503).end("upstream"),
      message: /is unavailable \(HTTP 503\)/u,
      fix: /when it responds/u,
    },
    {
      name: "404",
      listener: (_, response) => response.writeHead(404).end(),
      message: /does not serve GraphQL at this path \(HTTP 404\)/u,
      fix: /path/u,
    },
    {
      name: "a redirect",
      listener: (_, response) =>
        response.writeHead(302, { location: "https://u:p@elsewhere.example/x?t=s" }).end(),
      message:
        /redirects to https:\/\/elsewhere\.example\/x\?… \(HTTP 302\), but redirects are not followed/u,
      fix: /if you trust it/u,
    },
    {
      name: "a rejected introspection",
      listener: (_, response) => response.end('{"errors":[{"message":"introspection is off"}]}'),
      message: /rejected the introspection query: introspection is off/u,
      fix: /Allow introspection/u,
    },
    {
      name: "other JSON",
      listener: (_, response) => response.end("{}"),
      message: /something that is not GraphQL/u,
      fix: /address/u,
    },
    {
      name: "a schema that is none",
      listener: (_, response) => response.end('{"data":{"__schema":{}}}'),
      message: /returned an invalid schema/u,
      fix: /Fix/u,
    },
    {
      name: "a broken connection",
      listener: (request) => request.socket.destroy(),
      message: /the connection failed \(.*(?:UND_ERR_SOCKET|ECONNRESET)/u,
      fix: /https/u,
    },
    {
      name: "no answer",
      listener: () => {},
      message: /did not respond to the introspection query within 300 ms/u,
      fix: /more time/u,
    },
    {
      name: "an endless answer",
      listener: (_, response) => response.end(" ".repeat(17 * 1024 * 1024)),
      message: /more than 16777216 bytes/u,
      fix: /address/u,
    },
  ])("explains $name", async ({ listener, message, fix }) => {
    await using server = await startHttp(listener);
    const limits = { ...testLimits, connectMs: message.source.includes("300 ms") ? 300 : 5_000 };
    const failure = await failureOf(optionsFor(server.url, { limits }));
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain("secret-of-author");
    expect(failure.fix).toMatch(fix);
  });

  it("waits as long as the limit of an endpoint requires", async () => {
    await using endpoint = await startEndpoint();
    let isFirst = true;
    await using limited = await startHttp((request, response) => {
      if (isFirst) response.writeHead(429, { "retry-after": "0" }).end();
      else response.writeHead(307, { location: `${endpoint.url}${request.url ?? ""}` }).end();
      isFirst = false;
    });
    const failure = await failureOf(optionsFor(limited.url));

    expect(failure.message).toContain("redirects to");
  });

  it("names the proxy that a silent endpoint is behind", async () => {
    await using silent = await startProxy("silent");
    const limits = { ...testLimits, connectMs: 300 };
    const address = "http://api.example.invalid/graphql";
    const proxyFor = (): URL => new URL(silent.url.replace("//", "//joe:hidden@"));
    const failure = await failureOf(optionsFor(address, { limits, proxyFor }));

    expect(failure.message).toMatch(/within 300 ms through the proxy http:\/\/127\.0\.0\.1:\d+$/u);
    expect(failure.fix).toContain("NO_PROXY");
  });

  it("explains that required credentials are missing", async () => {
    await using server = await startHttp((_, response) => response.writeHead(401).end("who?"));
    const driverEnvironment = { environment: {}, folder: ".", nowMs: () => 0 };
    const author = { kind: "environment", variable: "AUTHOR_TOKEN" } as const;
    const roles = { author, controller: author, reader: author, stranger: author };
    const dialect = { ...widgetDialect, identities: { ...widgetDialect.identities, ...roles } };
    const failure = await failureOf(optionsFor(server.url, { dialect, driverEnvironment }));

    expect(failure.message).toContain("rejected a request without a credential (HTTP 401)");
    expect(failure.fix).toBe(
      "Pass the credential of a role with permission to read the schema; the credential of author is not available: the environment variable AUTHOR_TOKEN is unset or empty.",
    );
  });

  it.each([
    { offsetMs: 3_600_000, why: "an hour ahead" },
    { offsetMs: -3_600_000, why: "an hour behind" },
  ])("issues tokens by the clock of the endpoint: $why", async ({ offsetMs }) => {
    const tokens: string[] = [];
    await using server = await startHttp((request, response) => {
      tokens.push(String(request.headers["x-token"] ?? ""));
      response.setHeader("date", new Date(Date.now() + offsetMs).toUTCString());
      response.writeHead(503).end();
    });
    const driverEnvironment = {
      environment: { KEY: "k".repeat(32) },
      folder: ".",
      nowMs: Date.now,
    };
    const author = { kind: "jwt", algorithm: "HS256", keyVariable: "KEY", claims: {} } as const;
    const dialect = { ...widgetDialect, identities: { ...widgetDialect.identities, author } };
    await failureOf(optionsFor(server.url, { dialect, driverEnvironment }));
    const payload = tokens.at(-1)?.split(".")[1] ?? "";
    const text = Buffer.from(payload, "base64url").toString("utf8");
    const issuedMs = Number(/"iat":(\d+)/u.exec(text)?.[1]) * 1000;

    expect(tokens[0]).toBe("");
    expect(Math.abs(issuedMs - Date.now() - offsetMs)).toBeLessThan(30_000);
  });

  it("explains a port on which nothing listens", async () => {
    const server = await startHttp(html);
    await server[Symbol.asyncDispose]();
    const failure = await failureOf(optionsFor(server.url));
    expect(failure.message).toMatch(/nothing is listening on this port \(.*ECONNREFUSED/u);
  });

  it("explains an unknown host", async () => {
    const failure = await failureOf(optionsFor("http://no-such-host.invalid/graphql"));
    expect(failure.message).toMatch(/unknown host \(.*(?:ENOTFOUND|EAI_AGAIN)/u);
  });

  it("explains a port that does not speak TLS", async () => {
    await using server = await startHttp(html);
    const failure = await failureOf(optionsFor(server.url.replace("http:", "https:")));
    expect(failure.message).toMatch(
      /the port does not speak TLS \((?:wrong version number|packet length too long) \(ERR_SSL_\w+\)\)$/u,
    );
    expect(failure.fix).toBe("Use http:// for this port.");
  });

  it("explains a port that does not speak HTTP", async () => {
    const server = createServer((socket) => socket.end("SSH-2.0-test\r\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const failure = await failureOf(optionsFor(`http://127.0.0.1:${port}/`));
    server.close();
    expect(failure.message).toMatch(/the port does not speak HTTP/u);
  });

  it.each([
    { endpoint: "shop.example/graphql", message: "not a URL" },
    { endpoint: "ftp://shop.example/", message: "the endpoint is a URL with the scheme ftp:" },
  ])("rejects the address $endpoint", async ({ endpoint, message }) => {
    expect((await failureOf(optionsFor(endpoint))).message).toContain(message);
  });

  it("rejects a credential that cannot travel, without naming it", async () => {
    const credentials = { author: "a\nb" };
    const failure = await failureOf(optionsFor("http://127.0.0.1:1/", { credentials }));
    expect(failure.message).toMatch(/the credential of author/u);
    expect(failure.message).not.toContain("b\n");
  });

  it("is ended by its signal", async () => {
    await using server = await startHttp(() => controller.abort());
    const controller = new AbortController();
    const failure = await failureOf(optionsFor(server.url, { signal: controller.signal }));
    expect(failure.message).toContain("was aborted");
  });
});

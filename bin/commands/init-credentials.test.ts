import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { WebSocket } from "ws";
import type { RawData } from "ws";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { startReference } from "#reference";
import { startGraphqlRelay } from "../testing/graphql-relay.ts";
import type { GraphqlRelay } from "../testing/graphql-relay.ts";
import { call } from "../testing/test-world.ts";

type ReadCredential = (request: IncomingMessage) => string | undefined;

type ReadPayload = (payload: JsonObject, url: URL) => unknown;

/** Decodes a message, which `ws` delivers as one buffer by default. */
const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString() : "");

interface SocketFront {
  readonly read: ReadPayload;
  /** Closes connections of unknown callers with this code and reason. By default, the upstream server rejects them. */
  readonly refuse?: readonly [code?: number, reason?: string];
}

/** Relays a WebSocket. Passes the credential from the `connection_init` payload or the URL to the upstream server. */
function relay(
  client: WebSocket,
  { behind, url }: { readonly behind: string; readonly url: URL },
  { read, refuse }: SocketFront,
): void {
  const server = new WebSocket(behind.replace("http", "ws"), "graphql-transport-ws");
  const opened = new Promise((resolve) => server.once("open", resolve));
  client.on("message", (data: RawData) => {
    const message: unknown = JSON.parse(textOf(data));
    const isFirst = isJsonObject(message) && message["type"] === "connection_init";
    const payload = isFirst ? message["payload"] : undefined;
    const credential = read(isJsonObject(payload) ? payload : {}, url);
    if (isFirst && typeof credential !== "string" && refuse !== undefined) {
      client.close(...refuse);
      return;
    }
    const Authorization = typeof credential === "string" ? `Bearer ${credential}` : "Bearer none";
    const passed = isFirst ? { ...message, payload: { Authorization } } : message;
    void opened.then(() => server.send(JSON.stringify(passed)));
  });
  server.on("message", (data: RawData) => client.send(textOf(data)));
  server.on("close", (code) => client.close(code === 1006 ? 1011 : code));
  server.on("error", () => client.terminate());
  client.on("close", () => server.terminate());
}

function startFront(
  behind: string,
  credentialIn: ReadCredential,
  socketFront?: SocketFront,
): Promise<GraphqlRelay> {
  return startGraphqlRelay(behind, {
    authorizationOf: (request) => {
      const credential = credentialIn(request);
      return credential === undefined ? undefined : `Bearer ${credential}`;
    },
    ...(socketFront === undefined
      ? {}
      : {
          onSocket: (client, { url = "" }) =>
            relay(client, { behind, url: new URL(url, "ws://localhost") }, socketFront),
        }),
  });
}

interface Guarded {
  readonly header: string;
  readonly rejection: string;
}

function startGuard(behind: string, { header, rejection }: Guarded): Promise<GraphqlRelay> {
  return startGraphqlRelay(behind, {
    authorizationOf: ({ headers }) => `Bearer ${headers[header]?.toString() ?? ""}`,
    rejectionOf: ({ headers }) => (headers[header] === undefined ? rejection : undefined),
  });
}

function schemed(scheme: string): ReadCredential {
  return ({ headers }) => {
    const [first, second] = (headers.authorization ?? "").split(" ");
    return first === scheme ? second : undefined;
  };
}

const fronts: Readonly<Record<string, ReadCredential>> = {
  "Token $credential": schemed("Token"),
  "JWT $credential": schemed("JWT"),
  "X-API-Key": ({ headers }) => headers["x-api-key"]?.toString(),
};

interface Socket {
  readonly options?: readonly string[];
  readonly read: ReadPayload;
  readonly line: string;
  /** Where `line` is. In the `connection_init` payload by default. */
  readonly place?: string;
}

const bearer = (sent: unknown): string | undefined =>
  typeof sent === "string" ? /^Bearer (.+)$/u.exec(sent)?.[1] : undefined;

const readKnown: ReadPayload = ({ Authorization: sent }) =>
  ["author-token", "controller-token"].find((one) => one === bearer(sent));

const sockets: Readonly<Record<string, Socket>> = {
  "in lower case": {
    read: ({ authorization }) => bearer(authorization),
    line: "authorization: Bearer $credential",
  },
  "without a scheme": {
    read: ({ Authorization: sent }) => (bearer(sent) === undefined ? sent : undefined),
    line: "Authorization: $credential",
  },
  "as a token": { read: ({ authToken }) => authToken, line: "authToken: $credential" },
  "below headers": {
    read: ({ headers }) => (isJsonObject(headers) ? bearer(headers["authorization"]) : undefined),
    line: "headers.authorization: Bearer $credential",
  },
  "in the query of its URL": {
    read: (_, { searchParams }) => searchParams.get("access_token") ?? undefined,
    place: "the URL contained",
    line: "?access_token=$credential",
  },
  "in the query of its URL, under a name from --socket-credential": {
    options: ["--socket-credential", "?pass"],
    read: (_, { searchParams }) => searchParams.get("pass") ?? undefined,
    line: "",
  },
  "with a scheme, under a name from --socket-credential": {
    options: ["--socket-credential", "pass"],
    read: ({ pass }) => bearer(pass),
    line: "pass: Bearer $credential",
  },
};

const args = [
  "--identity",
  "author=author-token",
  "controller=controller-token",
  "--kind",
  "Service",
];

describe("init without --header", () => {
  it.each(Object.entries(fronts))("finds that credentials are sent as %s", async (form, read) => {
    await using server = await startReference();
    await using front = await startFront(server.url, read);

    const { code, out, err } = await call([
      "init",
      "--endpoint",
      front.url,
      "--output",
      "-",
      ...args,
    ]);

    expect(code).toBe(0);
    expect(out).toContain(form);
    expect(err).toMatch(/high +create createService/u);
  });

  it.each(Object.entries(sockets))(
    "finds that a WebSocket has them %s",
    async (_, { options = [], read, line, place = "connection_init contained" }) => {
      await using server = await startReference();
      await using front = await startFront(server.url, schemed("Bearer"), { read });

      const { code, err } = await call([
        "init",
        "--endpoint",
        front.url,
        "--output",
        "-",
        ...args,
        ...options,
      ]);

      expect(code).toBe(0);
      expect(err).toMatch(
        /high +watch \w+: it reported a new object, its change and its deletion/u,
      );
      const learned = `credentials socket: watches were rejected until ${place} ${line}`;
      if (line === "") expect(err).not.toContain("watches were rejected");
      else expect(err).toContain(learned);
    },
  );

  // Starlette closes with code 1000 by default, and therefore so does Ariadne if the `connection_init` handler raises.
  it.each([
    { closing: "a normal closure", refuse: [1000], code: 1000 },
    { closing: "a normal closure with a reason", refuse: [1000, "Who are you?"], code: 1000 },
    { closing: "a closure without a code", refuse: [], code: 1005 },
    { closing: "a policy violation", refuse: [1008], code: 1008 },
    { closing: "a missing credential", refuse: [3000], code: 3000 },
  ] as const)(
    "finds that $closing before the acknowledgment rejects a caller",
    async ({ refuse, code }) => {
      await using server = await startReference();
      await using front = await startFront(server.url, schemed("Bearer"), {
        read: readKnown,
        refuse,
      });

      const { out, err } = await call([
        "init",
        "--endpoint",
        front.url,
        "--output",
        "-",
        ...args.toSpliced(1, 0, "invalid=nobody"),
      ]);

      expect(out).toContain(`- reason: unauthenticated\n    closeCode: ${code}\n`);
      expect(err).toContain(
        "a watch was accepted with these credentials and rejected with unknown credentials",
      );
    },
  );

  it.each([
    { line: "X-API-Key: $credential", header: "x-api-key", rejection: "no" },
    {
      line: "X-Farm-Pass: $credential",
      header: "x-farm-pass",
      rejection: "X-Farm-Pass is missing",
    },
  ])("reads a schema that is hidden from other callers, with $header", async (hidden) => {
    await using server = await startReference();
    await using front = await startGuard(server.url, hidden);

    const { code, out, err } = await call([
      "init",
      "--endpoint",
      front.url,
      "--output",
      "-",
      ...args,
    ]);

    expect(code, err).toBe(0);
    expect(err).toContain(`the endpoint only returned its schema to a request with ${hidden.line}`);
    expect(err).toMatch(/high +create createService: it created an object/u);
    expect(parse(out)).toMatchObject({ credentials: { http: { format: "$credential" } } });
  });

  it("names --header if no usual header reads the schema", async () => {
    await using server = await startReference();
    await using front = await startGuard(server.url, { header: "x-odd", rejection: "no" });

    const { code, err } = await call(["init", "--endpoint", front.url, "--output", "-", ...args]);

    expect(code).toBe(3);
    expect(err).toContain("rejected the credential of author (HTTP 401)");
    expect(err).toContain("pass --header 'NAME=$credential'.");
  });

  it("reports credentials that are never accepted", async () => {
    await using server = await startReference();
    await using front = await startFront(server.url, () => undefined);

    const { err } = await call(["init", "--endpoint", front.url, "--output", "-", ...args]);

    expect(err).toMatch(/low +credentials: the author was rejected like a caller without/u);
  });
});

import { once } from "node:events";
import { createServer } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import { limits } from "#contract";
import { newAuthority } from "../../graphql/testing/certificate-authority.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { anonymousCaller, tokenCaller } from "../resources/rest-request.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import type { TlsMaterial } from "../resources/rest-transport.ts";
import { answerJson, serveAnswers } from "../testing/api-server.ts";
import type { Answer, ServedAnswers } from "../testing/api-server.ts";
import { statusFailure } from "../testing/widget.ts";
import { anonymousTreatment, greet, serverAddress } from "./first-contact.ts";

const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function greetAt(
  url: string,
  tls: TlsMaterial = {},
  administrator = tokenCaller("secret-token"),
): Promise<string> {
  const transport = new RestTransport({
    address: serverAddress(url),
    tls,
    userAgent: "test",
    openMs: 1_000,
  });
  open.push(transport);
  return greet({
    transport,
    administrator,
    impersonates: true,
    definesKinds: true,
    limits,
    signal: new AbortController().signal,
  });
}

async function served(answer: Answer): Promise<ServedAnswers> {
  const server = await serveAnswers(answer);
  open.push(server);
  return server;
}

function withPermissions(isAllowed: (resource: string, verb: string) => boolean): Answer {
  return (request, body, reply) => {
    if (request.url === "/version") return answerJson(reply, 200, { gitVersion: "v1.34.4" });
    const asked = /"resource":"([^"]*)","verb":"([^"]*)"/u.exec(body);
    const [, resource = "", verb = ""] = asked ?? [];
    return answerJson(reply, 201, { status: { allowed: isAllowed(resource, verb) } });
  };
}

describe("greet", () => {
  it("resolves with the version of a server that grants the required permissions", async () => {
    const server = await served(withPermissions(() => true));

    await expect(greetAt(server.url)).resolves.toBe("v1.34.4");
  });

  it("names the rules that are missing, as YAML", async () => {
    const server = await served(
      withPermissions((resource, verb) => resource !== "clusterroles" || verb === "get"),
    );

    await expect(greetAt(server.url)).rejects.toMatchObject({
      message:
        "the administrator has no permission to create clusterroles, delete clusterroles, escalate clusterroles, bind clusterroles",
      fix: [
        "Bind the administrator to this role:",
        "apiVersion: rbac.authorization.k8s.io/v1",
        "kind: ClusterRole",
        "metadata:",
        "  name: status-conformance",
        "rules:",
        '  - apiGroups: ["rbac.authorization.k8s.io"]',
        '    resources: ["clusterroles"]',
        "    verbs: [create, delete, escalate, bind]",
      ].join("\n"),
    });
  });

  it.each([
    { code: 401, says: "rejected the administrator's credentials (HTTP 401)" },
    { code: 403, says: "rejected the administrator's credentials (HTTP 403)" },
    { code: 429, says: "starting, shutting down or overloaded" },
    { code: 503, says: "starting, shutting down or overloaded" },
    {
      code: 200,
      says: "does not belong to an API server (HTTP 200 for /version, without a version)",
    },
    { code: 404, says: "does not belong to an API server" },
  ])("says what HTTP $code means", async ({ code, says }) => {
    const server = await served((_request, _body, reply) => answerJson(reply, code, {}));
    const refusal = await greetAt(server.url).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(TargetUnreachable);
    expect(String(refusal)).toContain(says);
  });

  it.each([404, 200])(
    "recognizes an API server without a version by its groups, if /version returns HTTP %i",
    async (code) => {
      const server = await served((request, _body, reply) =>
        request.url === "/apis"
          ? answerJson(reply, 200, { kind: "APIGroupList", groups: [] })
          : answerJson(reply, request.url === "/version" ? code : 404, {}),
      );

      await expect(greetAt(server.url)).resolves.toBe("of an unknown version");
    },
  );

  it("notices a credential that is not accepted, though the version is open to everybody", async () => {
    const server = await served((request, _body, reply) =>
      request.url === "/version"
        ? answerJson(reply, 200, { gitVersion: "v1.34.4" })
        : answerJson(reply, 401, statusFailure(401, "Unauthorized")),
    );

    await expect(greetAt(server.url)).rejects.toThrow("HTTP 401");
  });

  it("states until when a rejected client certificate is valid", async () => {
    const server = await served((_request, _body, reply) => answerJson(reply, 401, {}));
    const tls = newAuthority().issueExpired("client");
    const caller = { ...anonymousCaller, withCertificate: true };

    await expect(greetAt(server.url, tls, caller)).rejects.toMatchObject({
      fix: expect.stringMatching(
        /^The client certificate is valid until \w+ +\d+ [\d:]+ \d{4} GMT\./u,
      ),
    });
  });

  it("states that nothing responds", async () => {
    const server = await serveAnswers(() => {});
    await server[Symbol.asyncDispose]();

    await expect(greetAt(server.url)).rejects.toThrow("the API server cannot be reached");
  });

  it("states that a server has no TLS, and never shows the credential", async () => {
    const server = await served((_request, _body, reply) => answerJson(reply, 200, {}));
    const refusal = await greetAt(server.url.replace("http:", "https:")).catch(String);

    expect(refusal).toContain("cannot be reached");
    expect(refusal).not.toContain("secret-token");
  });
});

describe("a certificate of the server", () => {
  it.each([
    { what: "whose time is over", isExpired: true, isKnown: true, says: "certificate has expired" },
    { what: "of an unknown authority", isExpired: false, isKnown: false, says: "certificate" },
  ])("$what ends the first contact, with what to do", async ({ isExpired, isKnown, says }) => {
    const authority = newAuthority();
    const { certificate, key } = isExpired
      ? authority.issueExpired("server")
      : authority.issue("server");
    const server = createServer({ cert: certificate, key }, (_request, reply) => reply.end("{}"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const known = isKnown ? authority : newAuthority();
    const contact = greetAt(`https://127.0.0.1:${port}`, {
      certificateAuthority: known.certificate,
    });

    await expect(contact).rejects.toMatchObject({
      message: expect.stringContaining(says),
      fix: expect.stringContaining("An expired certificate must be renewed"),
    });
    server.close();
  });
});

describe("serverAddress", () => {
  it("removes a user name and a password", () => {
    expect(serverAddress("https://u:p@127.0.0.1:6443/k").href).toBe("https://127.0.0.1:6443/k");
  });

  it.each(["", "127.0.0.1:6443", "ftp://127.0.0.1"])("refuses %j", (text) => {
    expect(() => serverAddress(text)).toThrow("is not a URL");
  });
});

describe("a request without a credential", () => {
  it.each([
    { get: 401, treatment: "unauthenticated" },
    { get: 403, treatment: "forbidden" },
    { get: 404, treatment: "forbidden" },
    { get: 200, post: 401, treatment: "unauthenticated" },
    { get: 200, post: 403, treatment: "forbidden" },
    { get: 200, post: 201, treatment: "forbidden" },
    { get: 200, post: 404, remove: 401, treatment: "unauthenticated" },
    { get: 200, post: 404, remove: 403, treatment: "forbidden" },
    { get: 200, post: 404, remove: 404, treatment: "unauthenticated" },
  ])("is $treatment with $get, $post and $remove", async ({ get, post, remove, treatment }) => {
    const codes: Readonly<Record<string, number | undefined>> = {
      GET: get,
      POST: post,
      DELETE: remove,
    };
    const server = await serveAnswers((request, _body, reply) => {
      const isAnonymous = request.headers.authorization === undefined;
      answerJson(reply, isAnonymous ? (codes[request.method ?? ""] ?? 500) : 200, {});
    });
    const transport = new RestTransport({
      address: serverAddress(server.url),
      tls: {},
      userAgent: "test",
      openMs: 1_000,
    });
    open.push(transport, server);
    const { signal } = new AbortController();
    const question = { transport, limits, signal, neverCreated: "/apis/x/v1/gears/never" };

    await expect(anonymousTreatment(question)).resolves.toBe(treatment);
  });

  it("deletes nothing in a run that may not write", async () => {
    const methods: unknown[] = [];
    const server = await serveAnswers((request, _body, reply) => {
      methods.push(request.method);
      answerJson(reply, request.method === "GET" ? 200 : 404, {});
    });
    const transport = new RestTransport({
      address: serverAddress(server.url),
      tls: {},
      userAgent: "test",
      openMs: 1_000,
    });
    open.push(transport, server);
    const { signal } = new AbortController();

    await expect(anonymousTreatment({ transport, limits, signal })).resolves.toBe("forbidden");
    expect(methods).toEqual(["GET", "POST"]);
  });
});

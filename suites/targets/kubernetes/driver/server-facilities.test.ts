import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import type { Target } from "../../port/target.ts";
import { anonymousCaller, tokenCaller } from "../resources/rest-request.ts";
import { answerJson, serveAnswers } from "../testing/api-server.ts";
import type { Answer } from "../testing/api-server.ts";
import { connectKubernetesTarget } from "./connect.ts";
import type { KubernetesTargetOptions } from "./connect.ts";

const resources = [
  {
    name: "gears",
    kind: "Gear",
    namespaced: true,
    verbs: ["create", "get", "list", "watch", "update", "patch", "delete"],
  },
  { name: "gears/status", kind: "Gear", namespaced: true, verbs: ["get", "patch", "update"] },
];

const group = { versions: [{ groupVersion: "example.com/v1", version: "v1" }] };

function serving(others: Readonly<Record<string, unknown>>, isOpen = false): Answer {
  const answers: Readonly<Record<string, unknown>> = {
    "/version": { gitVersion: "v0.1.0" },
    "/apis/example.com": group,
    "/apis/example.com/v1": { resources },
    ...others,
  };
  return ({ url = "", headers }, _body, reply) => {
    const [path = ""] = url.split("?");
    const isKnown = isOpen || headers.authorization === "Bearer root" || path === "/version";
    const found = answers[path];
    if (!isKnown && path.startsWith("/apis/")) return answerJson(reply, 401, {});
    answerJson(reply, found === undefined ? 404 : 200, found ?? {});
  };
}

const samples = {
  specs: [{ teeth: 8 }, { teeth: 9 }, { teeth: 10 }],
  statuses: [{ turns: 1 }, { turns: 2 }, { turns: 3 }],
  counter: "turns",
  invalidStatuses: [],
};

async function connectedTo(
  others: Readonly<Record<string, unknown>>,
  { isOpen, ...options }: Partial<KubernetesTargetOptions> & { readonly isOpen?: boolean } = {},
): Promise<Target["description"]> {
  await using server = await serveAnswers(serving(others, isOpen));
  await using target = await connectKubernetesTarget({
    server: server.url,
    tls: {},
    administrator: tokenCaller("root"),
    tokens: {},
    kinds: { names: ["gears.example.com"], notes: new Map([["gears.example.com", { samples }]]) },
    limits,
    userAgent: "test",
    runtimeSuffix: "abc",
    signal: new AbortController().signal,
    ...options,
  });
  return target.description;
}

const namespaces = { "/api/v1/namespaces": { items: [] } };
const roles = { "/apis/rbac.authorization.k8s.io/v1/clusterroles": { items: [] } };

it("creates namespaces that the server does not list", async () => {
  const core = { "/api/v1": { resources: [{ name: "namespaces", verbs: ["create", "get"] }] } };
  const withoutCreation = { "/api/v1": { resources: [{ name: "namespaces", verbs: ["get"] }] } };

  expect(kindsOf(await connectedTo(core, { isOpen: true }))).toContain("Namespace");
  expect(kindsOf(await connectedTo(withoutCreation, { isOpen: true }))).not.toContain("Namespace");
});

function kindsOf({ prerequisites }: Target["description"]): readonly string[] {
  return [...new Set(prerequisites.map(({ key }) => key.kind))];
}

describe("a server without namespaces and permissions", () => {
  it("needs none of them: the administrator plays the roles", async () => {
    const description = await connectedTo({});

    expect(description.prerequisites).toEqual([]);
    expect(description.identities).toEqual([
      "author",
      "controller",
      "reader",
      "anonymous",
      "invalid",
    ]);
    expect(description.withoutRoles).toMatchObject({
      stranger: "the server has no API to grant permissions",
    });
    expect(description.unlimited).toEqual(["author", "controller", "reader"]);
    expect(description.kinds[0]?.excuses).toHaveProperty([
      "authorization.author-cannot-write-status",
    ]);
    expect(description.semantics.anonymous).toBe("unauthenticated");
    expect(description.remarks).toEqual([
      "the server has no namespaces to create, so the run uses new namespace names only",
      "the server has no API to grant permissions, so the administrator also plays author, controller, reader, and requirements on their permissions are not tested; --identity ROLE=env:VARIABLE passes the token of a role",
    ]);
  });

  it("is tested for the permissions of the roles whose tokens are given", async () => {
    const description = await connectedTo({}, { tokens: { author: "a", reader: "r" } });

    expect(description.identities).toContain("author");
    expect(description.kinds[0]?.excuses).not.toHaveProperty([
      "authorization.author-cannot-write-status",
    ]);
    expect(description.kinds[0]?.excuses).toHaveProperty([
      "authorization.controller-cannot-write-spec",
    ]);
  });
});

describe("a server that serves requests with any credential or none", () => {
  it("is tested if it ignores the credential that the run was given", async () => {
    const collection = "/apis/example.com/v1/gears";
    const description = await connectedTo({ [collection]: { items: [] } }, { isOpen: true });

    expect(description.identities).toContain("invalid");
    expect(description).not.toHaveProperty("untestedRoles");
  });

  it("is not tested for requirements that depend on the caller", async () => {
    const collection = "/apis/example.com/v1/gears";
    const description = await connectedTo(
      { [collection]: { items: [] } },
      { isOpen: true, administrator: anonymousCaller },
    );

    expect(description.identities).toEqual(["author", "controller", "reader"]);
    expect(description.untestedRoles).toHaveProperty("anonymous");
    expect(description.unlimited).toEqual(["author", "controller", "reader"]);
    expect(description.kinds[0]?.excuses).toHaveProperty([
      "authorization.author-cannot-write-status",
    ]);
    expect(description.remarks?.at(-1)).toContain("the server does not authenticate callers");
  });
});

it("creates namespaces and grants permissions where the server has them", async () => {
  expect(kindsOf(await connectedTo(namespaces))).toEqual(["Namespace"]);
  expect(kindsOf(await connectedTo({ ...namespaces, ...roles }))).toEqual([
    "Namespace",
    "ClusterRole",
    "ClusterRoleBinding",
    "RoleBinding",
  ]);
});

import { describe, expect, it } from "vitest";
import type { IdentityName, JsonObject } from "#contract";
import { anonymousCaller, impersonatingCaller, tokenCaller } from "../resources/rest-request.ts";
import type { Caller, RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";
import { describeLimits, findCallerLimits } from "./caller-limits.ts";
import type { CallerLimits } from "./caller-limits.ts";

const administrator = tokenCaller("root");

const callers = new Map<IdentityName, Caller>([
  ["stranger", impersonatingCaller(administrator, "stranger")],
  ["anonymous", anonymousCaller],
  ["invalid", tokenCaller("never-issued")],
]);

/** The user as whom a server authenticates a request. Undefined if the request is rejected. */
type Authentication = (headers: Caller["headers"]) => string | undefined;

interface Server {
  readonly user: Authentication;
  /** Whether a user may send a request. */
  readonly permits: (user: string, method: string) => boolean;
  /** Set if the server has no reviews. */
  readonly isSmall?: true;
}

const authenticates: Authentication = ({ authorization, "impersonate-user": user }) => {
  if (authorization === undefined) return "system:anonymous";
  return authorization === "Bearer root" ? (user ?? "admin") : undefined;
};

/** A proxy that presents a client certificate: only impersonation has an effect. */
const behindProxy: Authentication = ({ "impersonate-user": user }) => user ?? "admin";

const isAdministrator = (user: string): boolean => user === "admin";

function reply(status: number, value: JsonObject = {}): RestResult {
  return { kind: "reply", status, warnings: [], data: { kind: "json", value } };
}

interface Known {
  readonly beforeDeletion?: () => Promise<void>;
  readonly administrator: Caller;
  readonly callers: ReadonlyMap<IdentityName, Caller>;
}

async function limitsOf(
  { user: userOf, permits, isSmall }: Server,
  known: Partial<Known> = { beforeDeletion: () => Promise.resolve() },
): Promise<CallerLimits & { readonly sent: readonly string[] }> {
  const sent: string[] = [];
  const answer = ({ method, path, body }: RestRequest, { headers }: Caller): RestResult => {
    sent.push(`${method} ${path}`);
    const user = userOf(headers);
    if (user === undefined) return reply(401);
    if (path.startsWith("/apis/auth") && isSmall === true) return reply(404);
    if (path.endsWith("/selfsubjectreviews")) {
      return reply(201, { status: { userInfo: { username: user } } });
    }
    if (path.endsWith("/selfsubjectaccessreviews")) {
      const verb = /"verb":"(\w+)"/u.exec(JSON.stringify(body))?.[1] ?? "";
      const wanted = { get: "GET", delete: "DELETE", update: "PUT" }[verb] ?? "";
      return reply(201, { status: { allowed: permits(user, wanted) } });
    }
    if (!permits(user, method)) return reply(403);
    return reply(method === "DELETE" ? 404 : 200);
  };
  const found = await findCallerLimits({
    administrator,
    callers,
    ...known,
    collection: "/widgets",
    neverCreated: "/widgets/none",
    resource: { group: "example.com", plural: "widgets" },
    send: (request, caller) => Promise.resolve(answer(request, caller)),
  });
  return { ...found, sent };
}

/** A run without a credential. */
const anonymousRun: Partial<Known> = {
  administrator: anonymousCaller,
  beforeDeletion: () => Promise.resolve(),
};

function rolesIn({ untested }: CallerLimits): readonly string[] {
  return Object.keys(untested);
}

describe("the limits of callers", () => {
  it.each<{ what: string } & Pick<Server, "isSmall">>([
    { what: "an API server" },
    { what: "a small server", isSmall: true },
  ])("are known of $what that authenticates and limits callers", async (size) => {
    const { sent, ...found } = await limitsOf({
      user: authenticates,
      permits: isAdministrator,
      ...size,
    });

    expect(found).toEqual({ untested: {} });
    expect(describeLimits(found)).toEqual([]);
    expect(sent.filter((one) => one.startsWith("DELETE"))).toEqual([]);
  });

  it.each<{ what: string } & Pick<Server, "isSmall">>([
    { what: "an API server" },
    { what: "a small server", isSmall: true },
  ])("do not exist on $what that ignores credentials", async (size) => {
    const found = await limitsOf(
      { user: () => "admin", permits: () => true, ...size },
      anonymousRun,
    );

    expect(found.unlimited).toContain("the server does not authenticate callers");
    expect(rolesIn(found)).toEqual([
      "stranger",
      "tenant",
      "reporter",
      "anonymous",
      "invalid",
      "expired",
    ]);
    expect(describeLimits(found)).toEqual([
      "the server does not authenticate callers: it serves requests without a credential, and requests with a token that was never issued; requirements that depend on this are not tested",
    ]);
  });

  it("are tested if a small server ignores the credential that it was given", async () => {
    const found = await limitsOf({ user: () => "admin", permits: () => true, isSmall: true });

    expect(found).toMatchObject({ untested: {} });
    expect(found).not.toHaveProperty("unlimited");
  });

  it("are tested if only reads need no credential", async () => {
    const found = await limitsOf(
      {
        user: () => "guest",
        permits: (_, method) => method === "GET",
        isSmall: true,
      },
      anonymousRun,
    );

    expect(rolesIn(found)).toEqual(["anonymous"]);
    expect(found).not.toHaveProperty("unlimited");
  });

  it("are decided by reads if nothing may be written", async () => {
    const found = await limitsOf(
      {
        user: () => "guest",
        permits: (_, method) => method === "GET",
        isSmall: true,
      },
      { administrator: anonymousCaller },
    );

    expect(found.unlimited).toContain("the server does not authenticate callers");
    expect(found.sent.filter((one) => !/^(?:GET|POST \/apis\/auth)/u.test(one))).toEqual([]);
  });

  it("are tested if only requests without a credential are served", async () => {
    const found = await limitsOf({
      user: ({ authorization }) =>
        authorization === "Bearer root" || authorization === undefined ? "admin" : undefined,
      permits: () => true,
      isSmall: true,
    });

    expect(found).toMatchObject({ untested: {} });
  });

  it("are tested if an unknown credential counts as none", async () => {
    const found = await limitsOf({
      user: (headers) => authenticates(headers) ?? "system:anonymous",
      permits: (user, method) => user !== "stranger" || method === "POST",
    });

    expect(found).toMatchObject({ untested: {} });
  });

  it("are unknown of callers to whose requests a proxy adds a credential", async () => {
    const found = await limitsOf({ user: behindProxy, permits: isAdministrator });

    expect(found).not.toHaveProperty("unlimited");
    expect(found.untested).toEqual({
      anonymous: expect.stringContaining("are authenticated as admin"),
      invalid: expect.stringContaining("are authenticated as admin"),
    });
  });

  it("are unknown of anonymous callers if the administrator is anonymous", async () => {
    const found = await limitsOf(
      {
        user: ({ authorization, "impersonate-user": user }) =>
          authorization === undefined ? (user ?? "system:anonymous") : undefined,
        permits: (user) => user === "system:anonymous",
      },
      {
        administrator: anonymousCaller,
        callers: new Map([...callers, ["stranger", impersonatingCaller(anonymousCaller, "x")]]),
      },
    );

    expect(found).toEqual({
      sent: expect.anything(),
      untested: { anonymous: expect.stringContaining("the run was given no credential") },
    });
  });

  it("do not exist if the server permits everything, except for unknown credentials", async () => {
    const found = await limitsOf({ user: authenticates, permits: () => true });

    expect(found.unlimited).toBe(
      "the server permits get, delete, update status on widgets to a user without granted permissions, according to its SelfSubjectAccessReview",
    );
    expect(rolesIn(found)).toEqual(["stranger", "tenant", "reporter", "anonymous"]);
  });

  it("exist for writes, and for callers without a credential, if all users may read", async () => {
    const found = await limitsOf({
      user: authenticates,
      permits: (user, method) =>
        user === "admin" || (method === "GET" && user !== "system:anonymous"),
    });

    expect(found).not.toHaveProperty("unlimited");
    expect(rolesIn(found)).toEqual(["stranger", "tenant", "reporter"]);
    expect(found.untested.stranger).toContain("permits get on widgets");
  });

  it("are tested if there is no stranger to ask for", async () => {
    const others = new Map([...callers].filter(([role]) => role !== "stranger"));
    const found = await limitsOf({ user: authenticates, permits: () => true }, { callers: others });

    expect(found).toMatchObject({ untested: {} });
  });
});

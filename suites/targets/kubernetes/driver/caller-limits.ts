import { isJsonObject } from "#contract";
import type { IdentityName, JsonValue } from "#contract";
import { anonymousCaller } from "../resources/rest-request.ts";
import type { Caller, RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";

/** How well a server distinguishes callers. */
export interface CallerLimits {
  /** Why the server does not limit writes. Absent if it does, or if this is unknown. */
  readonly unlimited?: string;
  /** Why the requests of roles show nothing about the server. */
  readonly untested: UntestedRoles;
}

type UntestedRoles = Readonly<Partial<Record<IdentityName, string>>>;

export interface CallerQuestion {
  readonly administrator: Caller;
  readonly callers: ReadonlyMap<IdentityName, Caller>;
  /** The path of a collection that requires a credential. */
  readonly collection: string;
  /** The path of an object that never existed. */
  readonly neverCreated: string;
  readonly resource: { readonly group: string; readonly plural: string };
  readonly send: (request: RestRequest, caller: Caller) => Promise<RestResult>;
  /** Called before a deletion as a dry run. If absent, none is sent, and reads decide. */
  readonly beforeDeletion?: () => Promise<void>;
}

/**
 * The roles whose requests are accepted by a server without authentication, although they should be rejected or
 * limited.
 */
const limitedRoles = ["stranger", "tenant", "reporter", "anonymous", "invalid", "expired"] as const;

/** The roles without a valid credential. */
const unknownRoles = ["anonymous", "invalid", "expired"] as const;

const anonymousName = "system:anonymous";

/**
 * Finds out whether the server authenticates and limits callers. If it does not, its responses show nothing about the
 * requirements on callers: a development server, a proxy that adds a credential, or an authorizer that permits
 * everything. A server that ignores the credential that the run was given is tested, because it should not ignore it.
 */
export async function findCallerLimits(question: CallerQuestion): Promise<CallerLimits> {
  if (isWithoutCredential(question.administrator) && (await ignoresCredentials(question))) {
    return { unlimited: noAuthentication, untested: untested(limitedRoles, noAuthentication) };
  }
  const [added, stranger, anonymous] = await Promise.all([
    addedCredentials(question),
    permissionsOf(question.callers.get("stranger"), question),
    permissionsOf(anonymousCaller, question),
  ]);
  if (stranger.length === 0) return { untested: added };
  const { plural } = question.resource;
  const permitted = `the server permits ${stranger.join(", ")} on ${plural} to a user without granted permissions, according to its SelfSubjectAccessReview`;
  const roles = grantedRoles.slice(0, anonymous.length === 0 ? -1 : undefined);
  const isReader = stranger.every((permission) => permission === "get");
  return {
    ...(isReader ? {} : { unlimited: permitted }),
    untested: { ...untested(roles, permitted), ...added },
  };
}

/**
 * The roles that have the permissions of all users. The last role has only the permissions of callers without a user.
 */
const grantedRoles = ["stranger", "tenant", "reporter", "anonymous"] as const;

const noAuthentication =
  "the server does not authenticate callers: it serves requests without a credential, and requests with a token that was never issued";

/** Returns the remarks for users. */
export function describeLimits({ unlimited, untested: roles }: CallerLimits): readonly string[] {
  const reasons = [...new Set([unlimited, ...Object.values(roles)])];
  return reasons
    .filter((reason) => reason !== undefined)
    .map((reason) => `${reason}; requirements that depend on this are not tested`);
}

/**
 * Whether the server treats all callers alike. Also sends a deletion of an object that does not exist, because a server
 * may serve reads to everyone by mistake.
 */
async function ignoresCredentials(question: CallerQuestion): Promise<boolean> {
  const unknown = unknownCallers(question).slice(0, 2);
  const read: RestRequest = { method: "GET", path: question.collection, query: { limit: "1" } };
  const served = await Promise.all(
    unknown.map(async ([, caller]) => isServed(await question.send(read, caller))),
  );
  if (served.includes(false) || served.length < 2) return false;
  const { administrator, callers } = question;
  const [own, other] = await Promise.all(
    [administrator, callers.get("stranger")].map((caller) => nameOf(caller, question)),
  );
  if (other !== undefined && other !== own) return false;
  if (question.beforeDeletion === undefined) return true;
  await question.beforeDeletion();
  const query = { dryRun: "All" };
  const deletion: RestRequest = { method: "DELETE", path: question.neverCreated, query };
  const deleted = await Promise.all(
    unknown.map(async ([, caller]) => isAdmitted(await question.send(deletion, caller))),
  );
  return !deleted.includes(false);
}

function unknownCallers({ callers }: CallerQuestion): readonly (readonly [IdentityName, Caller])[] {
  return unknownRoles.flatMap((role) => {
    const caller = role === "anonymous" ? anonymousCaller : callers.get(role);
    return caller === undefined ? [] : [[role, caller] as const];
  });
}

/** Roles whose requests get another credential on the way, for example from `kubectl proxy`. */
async function addedCredentials(question: CallerQuestion): Promise<UntestedRoles> {
  if (isWithoutCredential(question.administrator)) return { anonymous: anonymousAdministrator };
  const name = await nameOf(anonymousCaller, question);
  if (name === undefined || name === anonymousName) return {};
  const reason = `requests without a valid credential are authenticated as ${name}, for example by a proxy that adds a credential`;
  const names = await Promise.all(
    unknownCallers(question).map(
      async ([role, caller]) => [role, await nameOf(caller, question)] as const,
    ),
  );
  return untested(
    names.filter(([, found]) => found === name).map(([role]) => role),
    reason,
  );
}

function isWithoutCredential({ headers, withCertificate }: Caller): boolean {
  return !withCertificate && Object.keys(headers).length === 0;
}

const anonymousAdministrator =
  "the run was given no credential, so a request without a credential has the permissions of the administrator";

const tried = {
  get: { verb: "get" },
  delete: { verb: "delete" },
  "update status": { verb: "update", subresource: "status" },
} as const;

/** Returns the permissions of a caller to which the run grants none. */
async function permissionsOf(
  caller: Caller | undefined,
  { resource: { group, plural }, send }: CallerQuestion,
): Promise<readonly string[]> {
  if (caller === undefined) return [];
  const answers = await Promise.all(
    Object.entries(tried).map(async ([name, attributes]) => {
      const spec = { resourceAttributes: { group, resource: plural, ...attributes } };
      const request = review("authorization.k8s.io", "SelfSubjectAccessReview", { spec });
      return memberOf(await send(request, caller), "allowed") === true ? [name] : [];
    }),
  );
  return answers.flat();
}

async function nameOf(
  caller: Caller | undefined,
  { send }: Pick<CallerQuestion, "send">,
): Promise<string | undefined> {
  if (caller === undefined) return undefined;
  const result = await send(review("authentication.k8s.io", "SelfSubjectReview", {}), caller);
  const user = memberOf(result, "userInfo");
  const name = isJsonObject(user) ? user["username"] : undefined;
  return typeof name === "string" ? name : undefined;
}

function review(group: string, kind: string, content: { readonly spec?: JsonValue }): RestRequest {
  return {
    method: "POST",
    path: `/apis/${group}/v1/${kind.toLowerCase()}s`,
    query: {},
    contentType: "application/json",
    body: { apiVersion: `${group}/v1`, kind, ...content },
  };
}

function memberOf(result: RestResult, name: string): JsonValue | undefined {
  const value = isServed(result) ? result.data.value : undefined;
  const status = isJsonObject(value) ? value["status"] : undefined;
  return isJsonObject(status) ? status[name] : undefined;
}

function isServed(result: RestResult): result is Extract<RestResult, { readonly kind: "reply" }> {
  return result.kind === "reply" && result.status < 300;
}

/** Whether a server has processed a request, even if the object is missing. */
function isAdmitted(result: RestResult): boolean {
  return result.kind === "reply" && result.status !== 401 && result.status !== 403;
}

function untested(roles: readonly IdentityName[], reason: string): UntestedRoles {
  return Object.fromEntries(roles.map((role) => [role, reason]));
}

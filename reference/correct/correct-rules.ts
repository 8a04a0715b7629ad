import type { Rules, ReadRules, RequestRules } from "../rules/rules.ts";
import { statusRules } from "./correct-status-rules.ts";
import { watchRules } from "./correct-watch-rules.ts";
import { writeRules } from "./correct-write-rules.ts";
import type { Resource, JsonObject, JsonValue } from "#contract";
import type { Filter, Access, Credential } from "../kinds/store-requests.ts";
import type { WireRules } from "../rules/wire-rules.ts";
import { tokens } from "../kinds/demo-identities.ts";
import type { Identity } from "../kinds/demo-identities.ts";
import { refuse } from "../values/refusal.ts";
import type { Refusal, ReportedRefusal } from "../values/refusal.ts";
import { covers } from "./grants.ts";

const requestRules: RequestRules = {
  schema: (sdl) => sdl,
  servesStatus: (kind) => kind.hasStatus,
  authenticate,
  authorize: (access) =>
    access.identity.grants.some((grant) => covers(grant, access)) ? undefined : denial(access),
  locate: ({ key }) => key,
  report,
  respond: (result) => result,
  httpStatus: () => 200,
};

function authenticate(credential: Credential): Identity | Refusal {
  const token = credential.token === undefined ? undefined : tokens.get(credential.token);
  if (token === undefined || token.isExpired) {
    return refuse("UNAUTHENTICATED", "A valid bearer token is required.");
  }
  return token.identity;
}

/** The refusal depends only on the request, because its message must not reveal whether the object exists. */
function denial(access: Access): Refusal {
  const resource = access.subresource === "" ? access.kind : `${access.kind}/${access.subresource}`;
  const place = access.namespace === undefined ? "" : ` in namespace "${access.namespace}"`;
  return refuse(
    "FORBIDDEN",
    `"${access.identity.name}" may not ${access.verb} ${resource}${place}.`,
  );
}

function report(refusal: Refusal): ReportedRefusal {
  const extensions: Record<string, JsonValue> = { code: refusal.code };
  if (refusal.reason !== undefined) extensions["reason"] = refusal.reason;
  if (refusal.causes.length > 0) extensions["causes"] = refusal.causes.map(reportCause);
  if (refusal.currentResourceVersion !== undefined) {
    extensions["currentResourceVersion"] = refusal.currentResourceVersion;
  }
  if (refusal.retryAfterSeconds !== undefined) {
    extensions["retryAfterSeconds"] = refusal.retryAfterSeconds;
  }
  return { message: refusal.message, extensions };
}

function reportCause(cause: Refusal["causes"][number]): JsonObject {
  const { reason, field, message } = cause;
  return field === undefined ? { reason, message } : { reason, field, message };
}

/** Requests and responses have the format in which the server stores objects. */
const wireRules: WireRules = {
  understand: (args) => args,
  present: (shown) => shown,
};

const readRules: ReadRules = {
  read: (_access, states) => states?.current,
  listed: (_access, states) => states.current,
  listVersion: (newest) => String(newest),
  selects,
};

function selects(filter: Filter, object: Resource): boolean {
  if (object.kind !== filter.kind) return false;
  const { namespace, labels = {} } = object.metadata;
  if (filter.namespace !== undefined && namespace !== filter.namespace) return false;
  return Object.entries(filter.selector ?? {}).every(
    ([label, value]) => Object.hasOwn(labels, label) && labels[label] === value,
  );
}

export const correctRules: Rules = {
  ...requestRules,
  ...writeRules,
  ...statusRules,
  ...readRules,
  ...watchRules,
  ...wireRules,
};

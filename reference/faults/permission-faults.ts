import type { Fault } from "../store/fault.ts";
import type { Identity } from "../kinds/demo-identities.ts";
import { defineFault } from "../store/fault.ts";
import { tokens } from "../kinds/demo-identities.ts";
import { isRefusal, refuse } from "../values/refusal.ts";
import type { Refusal } from "../values/refusal.ts";
import type { Access, WriteRequest } from "../kinds/store-requests.ts";
import { limitFaults } from "./limit-faults.ts";
import { patchWays } from "./fault-parts.ts";

export const anonymousMayRead = defineFault({
  name: "anonymous-may-read",
  summary: "A query without a credential is served.",
  breaks: ["authorization.anonymous-refused"],
  change: (rules) => ({
    authenticate: (credential) =>
      credential.operation === "query" && credential.token === undefined
        ? guest
        : rules.authenticate(credential),
  }),
});

const guest: Identity = {
  name: "guest",
  grants: [{ resources: ["*"], verbs: ["get", "list"] }],
};

const anonymousMayReport = defineFault({
  name: "anonymous-may-report",
  summary: "A status write without a credential is accepted.",
  breaks: ["semantics.anonymous-is-denied"],
  under: ["anonymous-is-forbidden"],
  change: (rules) => ({
    authorize: (access) =>
      access.identity.name === "anybody" && access.subresource === "status"
        ? undefined
        : rules.authorize(access),
  }),
});

export const authorMayWriteStatusGenerically = defineFault({
  name: "author-may-write-status-generically",
  summary: "A status mutation accepts every caller with permission to update the object.",
  breaks: ["authorization.author-cannot-write-status", "allocation.author-cannot-forge"],
  change: (rules) => ({
    authorize: (access) => {
      const denial = rules.authorize(access);
      return access.style === "generic" && access.subresource === "status"
        ? denial && rules.authorize({ ...access, subresource: "" })
        : denial;
    },
  }),
});

export const validationBeforeAuthorization = defineFault({
  name: "validation-before-authorization",
  summary:
    "The error for a status write by a caller without permission contains validation errors.",
  breaks: [
    "authorization.before-version-and-validation",
    "errors.existence-before-version",
    "errors.stale-and-invalid-order",
  ],
  change: (rules) => ({
    writeSteps: (request) =>
      request.verb === "updateStatus"
        ? ["validation", ...rules.writeSteps(request).filter((step) => step !== "validation")]
        : rules.writeSteps(request),
  }),
});

export const deniedCreationTellsTakenNames = defineFault({
  name: "denied-creation-tells-taken-names",
  summary:
    "If the name is taken, a create request by a caller without permission is rejected " +
    "as already existing.",
  breaks: ["authorization.existence-not-disclosed"],
  change: (rules) => ({
    writeSteps: (request) =>
      request.verb === "create"
        ? ["existence", ...rules.writeSteps(request)]
        : rules.writeSteps(request),
  }),
});

export const eventStreamUnauthorized = defineFault({
  name: "event-stream-unauthorized",
  summary: "Any caller with a valid credential may watch everything over server-sent events.",
  breaks: [
    "authorization.watch-is-authorized",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  requires: ["watch.authorization", "watch.serverSentEvents"],
  change: (rules) => ({
    authorize: (access) => (access.channel === "events" ? undefined : rules.authorize(access)),
  }),
});

export const expiryIgnored = defineFault({
  name: "expiry-ignored",
  summary: "An expired credential is accepted.",
  breaks: ["authorization.expired-credential-refused", "authorization.watch-is-authorized"],
  change: (rules) => ({
    authenticate: (credential) => {
      const token = credential.token === undefined ? undefined : tokens.get(credential.token);
      return token?.identity ?? rules.authenticate(credential);
    },
  }),
});

export const forbiddenAfterExistence = defineFault({
  name: "forbidden-after-existence",
  summary: "A write to a missing object by a caller without permission is rejected as not found.",
  breaks: ["authorization.existence-not-disclosed"],
  change: () => ({
    writeSteps: () => [
      "existence",
      "authorization",
      "precondition",
      "validation",
      "ownership",
      "commit",
    ],
  }),
});

export const genericWatchUnauthorized = defineFault({
  name: "generic-watch-unauthorized",
  summary:
    "Any caller with a valid credential may watch everything through one of the subscriptions.",
  breaks: [
    "authorization.watch-is-authorized",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  change: (rules) => ({
    authorize: (access) =>
      access.verb === "watch" && access.style === "generic" ? undefined : rules.authorize(access),
  }),
});

export const listNotAuthorized = defineFault({
  name: "list-not-authorized",
  summary: "Any caller with a valid credential may list everything.",
  breaks: [
    "authorization.stranger-cannot-read",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  requires: ["read.list"],
  change: (rules) => ({
    authorize: (access) => (access.verb === "list" ? undefined : rules.authorize(access)),
  }),
});

/** The resolver of a list has no guard at all, because authentication is not a step that precedes all resolvers. */
export const listIsPublic = defineFault({
  name: "list-is-public",
  summary: "Any caller may list everything, with an invalid or expired credential or without one.",
  breaks: [
    "authorization.anonymous-refused",
    "authorization.invalid-credential-refused",
    "authorization.expired-credential-refused",
    "authorization.stranger-cannot-read",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  requires: ["read.list"],
  change: (rules) => {
    const refusals = new WeakMap<Identity, Refusal>();
    return {
      authenticate: (credential) => {
        const caller = rules.authenticate(credential);
        if (!isRefusal(caller) || credential.operation !== "query") return caller;
        const unknown: Identity = { name: "unknown", grants: [] };
        refusals.set(unknown, caller);
        return unknown;
      },
      authorize: (access) =>
        access.verb === "list"
          ? undefined
          : (refusals.get(access.identity) ?? rules.authorize(access)),
    };
  },
});

export const patchesNotAuthorized = defineFault({
  name: "patches-not-authorized",
  summary: "Any caller with a valid credential may patch a status.",
  breaks: [
    "authorization.author-cannot-write-status",
    "authorization.namespace-limits-hold",
    "allocation.author-cannot-forge",
    "authorization.reader-cannot-write",
    "authorization.name-limits-hold",
  ],
  through: patchWays,
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isPatch = ["merge", "json", "apply"].includes(request.form);
      return isPatch ? steps.filter((step) => step !== "authorization") : steps;
    },
  }),
});

export const rateLimitHidesDelay = defineFault({
  name: "rate-limit-hides-delay",
  summary: "A rate limit error does not state a retry delay.",
  breaks: ["errors.rate-limit-tells-delay"],
  change: (rules) => ({
    report: ({ retryAfterSeconds: _delay, ...refusal }) => rules.report(refusal),
  }),
});

export const readersMayDelete = defineFault({
  name: "readers-may-delete",
  summary: "Permission to read an object allows deleting it.",
  breaks: ["authorization.reader-cannot-write", "authorization.controller-cannot-write-spec"],
  requires: ["delete"],
  change: (rules) => ({
    authorize: (access) =>
      rules.authorize(access.verb === "delete" ? { ...access, verb: "get" } : access),
  }),
});

export const reportedObjectNeedsStatusPermission = defineFault({
  name: "reported-object-needs-status-permission",
  summary:
    "An author without permission to write the status cannot update an object that has a status.",
  breaks: ["authorization.author-needs-no-status-permission"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      const writesStatus = request.verb === "update" && stored?.status !== undefined;
      const mayReport = request.identity.grants.some(({ resources }) =>
        resources.some((resource) => resource.endsWith("/status")),
      );
      if (refusal !== undefined || !writesStatus || mayReport) return refusal;
      return refuse("FORBIDDEN", "The object has a status that you are not allowed to write.");
    },
  }),
});

export const readersMayWriteStatus = defineFault({
  name: "readers-may-write-status",
  summary: "Permission to read an object allows writing its status.",
  breaks: [
    "authorization.author-cannot-write-status",
    "authorization.reader-cannot-write",
    "allocation.author-cannot-forge",
  ],
  change: (rules) => ({
    authorize: (access) =>
      rules.authorize(isStatusWrite(access) ? { ...access, verb: "get", subresource: "" } : access),
  }),
});

export const statusWritesNotAuthorized = defineFault({
  name: "status-writes-not-authorized",
  summary: "Any caller with a valid credential may write a status.",
  breaks: [
    "authorization.author-cannot-write-status",
    "authorization.reader-cannot-write",
    "authorization.namespace-limits-hold",
    "authorization.name-limits-hold",
    "allocation.author-cannot-forge",
  ],
  change: (rules) => ({
    authorize: (access) => (isStatusWrite(access) ? undefined : rules.authorize(access)),
  }),
});

function isStatusWrite({ verb, subresource }: Access): boolean {
  return subresource === "status" && !["get", "list", "watch"].includes(verb);
}

export const socketWritesNotAuthorized = defineFault({
  name: "socket-writes-not-authorized",
  summary: "Any identity may execute any mutation over the WebSocket connection for watches.",
  breaks: ["authorization.same-rule-on-every-transport"],
  requires: ["transport.socket", "watch"],
  change: (rules) => ({
    authorize: (access) => {
      const isRead = ["get", "list", "watch"].includes(access.verb);
      return access.channel === "socket" && !isRead ? undefined : rules.authorize(access);
    },
  }),
});

export const statusPermissionImpliesRead = defineFault({
  name: "status-permission-implies-read",
  summary: "Permission to write the status of an object allows reading the object.",
  breaks: ["authorization.status-permission-gives-no-read"],
  change: (rules) => ({
    authorize: (access) => {
      const refusal = rules.authorize(access);
      if (refusal === undefined || access.verb !== "get") return refusal;
      return rules.authorize({ ...access, verb: "update", subresource: "status" });
    },
  }),
});

export const statusPermissionImpliesUpdate = defineFault({
  name: "status-permission-implies-update",
  summary: "Permission to write the status of an object allows updating the object.",
  breaks: ["authorization.controller-cannot-write-spec"],
  change: (rules) => ({
    authorize: (access) => {
      const denial = rules.authorize(access);
      return access.verb === "update" && access.subresource === ""
        ? denial && rules.authorize({ ...access, subresource: "status" })
        : denial;
    },
  }),
});

const permissionByResponseKey = defineFault({
  name: "permission-by-response-key",
  summary: "A status write is authorized by its response key, so that an alias avoids the check.",
  breaks: ["authorization.author-cannot-write-status"],
  change: (rules) => ({
    authorize: (access) =>
      access.rootField === "alias" && access.subresource === "status"
        ? undefined
        : rules.authorize(access),
  }),
});

const permissionSkipsFragments = defineFault({
  name: "permission-skips-fragments",
  summary: "Only fields directly in the operation are authorized, not fields in its fragments.",
  breaks: [
    "authorization.author-cannot-write-status",
    "authorization.controller-cannot-write-spec",
  ],
  change: (rules) => ({
    authorize: (access) => (access.rootField === "fragment" ? undefined : rules.authorize(access)),
  }),
});

const permissionKeptForDocument = defineFault({
  name: "permission-kept-for-document",
  summary: "Once a root field of a document is authorized, its other root fields are not checked.",
  breaks: [
    "authorization.author-cannot-write-status",
    "authorization.controller-cannot-write-spec",
  ],
  change: (rules) => {
    const permitted = new WeakSet<Identity>();
    return {
      authenticate: (credential) => {
        const caller = rules.authenticate(credential);
        return isRefusal(caller) ? caller : { ...caller };
      },
      authorize: (access) => {
        if (permitted.has(access.identity)) return undefined;
        const refusal = rules.authorize(access);
        if (refusal === undefined) permitted.add(access.identity);
        return refusal;
      },
    };
  },
});

export const statusPermissionImpliesWatch = defineFault({
  name: "status-permission-implies-watch",
  summary: "Permission to write the status of a kind allows watching its objects.",
  breaks: ["authorization.status-permission-gives-no-read"],
  change: (rules) => ({
    authorize: (access) => {
      const refusal = rules.authorize(access);
      if (refusal === undefined || access.verb !== "watch") return refusal;
      return rules.authorize({ ...access, verb: "update", subresource: "status" });
    },
  }),
});

export const statusReplyFilteredSilently = defineFault({
  name: "status-reply-filtered-silently",
  summary: "The response to a status write omits the spec if the caller has no read permission.",
  breaks: ["authorization.status-reply-as-declared"],
  change: (rules) => ({
    reply: (request, stored) => {
      const mayRead = request.identity.grants.some(({ verbs }) => verbs.includes("get"));
      if (mayRead) return rules.reply(request, stored);
      const { spec: _spec, ...rest } = rules.reply(request, stored);
      return rest;
    },
  }),
});

export const statusWriteNeedsUpdatePermission = defineFault({
  name: "status-write-needs-update-permission",
  summary: "A status mutation also requires permission to update the object.",
  breaks: [
    "authorization.controller-needs-no-spec-permission",
    "write.stores-submitted-status",
    "isolation.stored-spec-not-validated-again",
    "kinds.served-once-defined",
    "kinds.status-outlives-its-separation",
    "deletion.status-writes-go-on",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      // The status that results from a JSON patch is not known yet, so it cannot be checked here.
      const isGenericReport =
        request.verb === "updateStatus" && request.style === "generic" && request.form !== "json";
      if (refusal !== undefined || !isGenericReport || mayUpdate(request)) return refusal;
      if (stored === undefined) return undefined;
      const status = rules.mergeStatus(stored.status, request.content.status ?? {});
      const after = rules.updateStatus(request, stored, status);
      const isValid = rules.validate(request, stored, after).length === 0;
      return isValid ? refuse("FORBIDDEN", "You are not allowed to update the object.") : undefined;
    },
  }),
});

function mayUpdate({ identity }: WriteRequest): boolean {
  return identity.grants.some(
    ({ resources, verbs }) => resources.includes("*") && verbs.includes("update"),
  );
}

export const unknownCredentialIsGuest = defineFault({
  name: "unknown-credential-is-guest",
  summary: "A credential that was never issued is rejected as forbidden.",
  breaks: ["authorization.invalid-credential-refused"],
  change: (rules) => ({
    authenticate: (credential) =>
      credential.token === undefined || tokens.has(credential.token)
        ? rules.authenticate(credential)
        : { name: "guest", grants: [] },
  }),
});

export const versionBeforeAuthorization = defineFault({
  name: "version-before-authorization",
  summary:
    "A write with a stale version by a caller without permission is rejected with a conflict.",
  breaks: ["authorization.before-version-and-validation"],
  change: (rules) => ({
    writeSteps: (request) => ["precondition", ...rules.writeSteps(request)],
  }),
});

export const watchUnauthorized = defineFault({
  name: "watch-unauthorized",
  summary: "Any caller with a valid credential may watch everything.",
  breaks: [
    "authorization.watch-is-authorized",
    "authorization.namespace-limits-hold",
    "authorization.status-permission-gives-no-read",
  ],
  change: (rules) => ({
    authorize: (access) => (access.verb === "watch" ? undefined : rules.authorize(access)),
  }),
});

const existenceDisclosedToStrangers = defineFault({
  name: "existence-disclosed-to-strangers",
  summary:
    "A write to a missing object by a caller without any permission is rejected as not found; other callers are authorized first.",
  breaks: ["authorization.existence-not-disclosed"],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      return request.identity.name === "stranger"
        ? ["existence", ...steps.filter((step) => step !== "existence")]
        : steps;
    },
  }),
});

export const permissionFaults: readonly Fault[] = [
  anonymousMayReport,
  existenceDisclosedToStrangers,
  ...limitFaults,
  statusPermissionImpliesRead,
  statusPermissionImpliesWatch,
  statusReplyFilteredSilently,
  patchesNotAuthorized,
  permissionByResponseKey,
  permissionSkipsFragments,
  permissionKeptForDocument,
  rateLimitHidesDelay,
];

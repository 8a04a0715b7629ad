import { GraphQLError } from "graphql";
import type { ExecutionResult } from "graphql";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { kinds } from "../kinds/demo-kinds.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { refuse } from "../values/refusal.ts";
import { withTypes } from "../values/schema-edits.ts";

const codes = {
  unauthenticated: "UNAUTHENTICATED",
  forbidden: "FORBIDDEN",
  notFound: "NOT_FOUND",
  alreadyExists: "ALREADY_EXISTS",
  conflict: "CONFLICT",
  invalid: "INVALID",
  expired: "EXPIRED",
  rateLimited: "RATE_LIMITED",
  internal: "INTERNAL",
} as const;

const missingRead = { reason: "notFound", nullResult: true, verbs: ["read"] };

export const canonicalOutcomes: readonly JsonObject[] = [
  ...Object.entries(codes).map(([reason, code]) => ({ reason, code })),
  missingRead,
];

export const refusalFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "messages-in-another-language",
    summary: "Error messages are in another language.",
    why: "Messages are for people; clients evaluate the code.",
    sources: [{ source: "kubernetes/api-conventions", at: "Response Status Kind" }],
    change: (rules) => ({
      report: (refusal) => {
        const { extensions } = rules.report(refusal);
        const { causes } = extensions;
        const reported = isJsonList(causes)
          ? { ...extensions, causes: causes.map(translated) }
          : extensions;
        return { message: translation, extensions: reported };
      },
    }),
  }),
  defineFreedom({
    name: "codes-of-its-own",
    summary: "Errors have the server's own codes, and the dialect lists them.",
    why: "The contract requires distinct codes, not specific names.",
    declares: [
      {
        at: "outcomes",
        put: [
          ...Object.entries(codes).map(([reason, code]) => ({ reason, code: ownCode(code) })),
          missingRead,
        ],
      },
    ],
    decides: "codes",
    change: (rules) => ({
      report: (refusal) => {
        const { message, extensions } = rules.report(refusal);
        const { code } = extensions;
        return {
          message,
          extensions: { ...extensions, code: ownCode(typeof code === "string" ? code : "") },
        };
      },
    }),
  }),
  defineFreedom({
    name: "other-uids-are-not-found",
    summary: "A write that specifies the uid of another object is rejected as not found.",
    why: "A server may look for an object with this name and this uid. There is none.",
    sources: [
      { source: "issue-threads", at: "APIs that select with WHERE name = $1 AND uid = $2" },
    ],
    change: (rules) => ({
      precondition: (request, stored) => {
        const isOther = request.uid !== undefined && request.uid !== stored?.metadata.uid;
        return isOther
          ? refuse("NOT_FOUND", "There is no object with this name and this uid.")
          : rules.precondition(request, stored);
      },
    }),
  }),
  defineFreedom({
    name: "refusals-name-the-request",
    summary: "The error of a rejected request contains the number and the time of the request.",
    why: "Support staff look up the request in a log. Neither depends on the object.",
    sources: [{ source: "issue-threads", at: "error messages with request ids" }],
    change: (rules) => {
      let count = 0;
      return {
        report: (refusal) => {
          const { message, extensions } = rules.report(refusal);
          count += 1;
          const at = new Date().toISOString();
          return {
            message: `${message} (request ${count} at ${at})`,
            extensions: { ...extensions, request: count, at },
          };
        },
      };
    },
  }),
  defineFreedom({
    name: "refusals-come-with-others",
    summary:
      "A second error follows the error of a rejected request and only states that the " +
      "request failed.",
    why: "A response may have several errors; the first one that the dialect maps applies.",
    sources: [{ source: "graphql-spec", at: "7.1.2 Errors" }],
    change: (rules) => ({
      respond: (result) => {
        const { errors } = result;
        if (errors === undefined || errors.length === 0) return rules.respond(result);
        const more = new GraphQLError("The request failed.", { extensions: { trace: "a1b2" } });
        return rules.respond({ ...result, errors: [...errors, more] });
      },
    }),
  }),
  defineFreedom({
    name: "one-root-field-per-document",
    summary: "A document with several root fields is rejected as invalid.",
    why: "A server may limit the cost of a request by the number of its root fields.",
    sources: [{ source: "graphql-over-http", at: "6.4 Response" }],
    change: (rules) => ({
      respond: (result) => {
        const isSingle = Object.keys(result.data ?? {}).length < 2;
        if (isSingle) return rules.respond(result);
        const message = "A document may have only one root field.";
        const errors = [new GraphQLError(message, { extensions: { code: codes.invalid } })];
        return rules.respond({ errors });
      },
    }),
  }),
  defineFreedom({
    name: "refused-replies-without-data",
    summary: "A response with errors has no data.",
    why:
      "A response has no data if the request failed before execution. Which errors are " +
      "detected before execution depends on the server.",
    sources: [{ source: "graphql-over-http", at: "6.4 Response" }],
    change: (rules) => ({
      respond: (result) => {
        const { data: _none, ...rest } = result;
        return rules.respond(result.errors === undefined ? result : rest);
      },
    }),
  }),
  defineFreedom({
    name: "causes-in-another-order",
    summary: "The causes of an error are in reverse order, and each has additional fields.",
    why: "Causes have no order.",
    change: (rules) => ({
      report: (refusal) => {
        const { message, extensions } = rules.report(refusal);
        const { causes } = extensions;
        if (!isJsonList(causes)) return { message, extensions };
        const more = causes.map((cause) =>
          isJsonObject(cause) ? { ...cause, severity: 3 } : cause,
        );
        return { message, extensions: { ...extensions, causes: more.toReversed() } };
      },
    }),
  }),
  defineFreedom({
    name: "replies-say-more",
    summary: "Every response and every error has additional extensions.",
    why: "Extensions may contain anything.",
    sources: [{ source: "graphql-spec", at: "7.1 Response Format" }],
    change: (rules) => ({
      report: (refusal) => {
        const { message, extensions } = rules.report(refusal);
        return { message, extensions: { ...extensions, timestamp: "today", requestId: 7 } };
      },
      respond: (result) =>
        rules.respond({
          ...result,
          extensions: { cost: { actual: 1 }, ...result.extensions },
        }),
    }),
  }),
  defineFreedom({
    name: "refusals-are-data",
    summary: "A mutation returns a union of an object and an error.",
    why: "The dialect declares where a response contains an error.",
    sources: [{ source: "gitstore", at: "payloads of mutations" }],
    declares: [
      ...["create", "update", "updateStatus", "patchStatus", "delete"].map((verb) => ({
        at: `everyKind/operations/${verb}/*/result`,
        put: "object",
      })),
      // For the second step of a delete operation, which another freedom may add.
      { at: "everyKind/operations/delete/*/finish/result", put: "object" },
      {
        at: "errors/payload",
        put: {
          code: "error.code",
          message: "error.message",
          causes: {
            list: "error.causes",
            reason: "reason",
            field: "field",
            message: "message",
          },
        },
      },
      {
        at: "outcomes",
        put: [
          ...Object.entries(codes).map(([reason, value]) => ({
            reason,
            payload: {
              path: "error.code",
              value,
              currentResourceVersion: "error.currentResourceVersion",
            },
          })),
          ...Object.entries(codes).map(([reason, code]) => ({ reason, code })),
          missingRead,
        ],
      },
    ],
    decides: "codes",
    change: (rules) => ({
      schema: (sdl) => withPayloads(rules.schema(sdl)),
      present: (shown, call, args) => {
        const object = rules.present(shown, call, args);
        return ["get", "list", "watch"].includes(call.action) ? object : { object, error: null };
      },
      respond: (result) => rules.respond(asData(result)),
    }),
  }),
];

const translation = "Das geht leider nicht.";

/** Translates a message, but not the quoted names in it. */
function translated(cause: JsonValue): JsonValue {
  if (!isJsonObject(cause)) return cause;
  const { message } = cause;
  const names = typeof message === "string" ? (message.match(/"[^"]*"/gu) ?? []) : [];
  return { ...cause, message: [translation, ...names].join(" ") };
}

function ownCode(code: string): string {
  return `E_STATUS_${code.replaceAll("_", "")}`;
}

const writes = /^(?:create|update|delete|replace|patch)[A-Z]/u;

function withPayloads(sdl: string): string {
  const written = [...kinds.map(({ name }) => name), "Resource"];
  const payloads = written.map((name) => `type ${name}Payload { object: ${name} error: Problem }`);
  const problem =
    "type Problem { code: String! message: String! currentResourceVersion: String causes: JSON }";
  const retyped = withTypes(sdl, (type, member, old) =>
    type === "Mutation" && writes.test(member) ? `${old}Payload` : undefined,
  );
  return [retyped, ...payloads, problem].join("\n");
}

/** Moves an execution error into the data. A request error remains an error, because the response then has no data. */
function asData(result: ExecutionResult): ExecutionResult {
  const { errors = [], data, ...rest } = result;
  const [error] = errors;
  const field = error?.path?.[0];
  if (error === undefined || typeof field !== "string" || !writes.test(field)) return result;
  const { currentResourceVersion = null, causes = null, code } = error.extensions;
  const problem = { code, message: error.message, currentResourceVersion, causes };
  return { ...rest, data: { ...data, [field]: { object: null, error: problem } } };
}

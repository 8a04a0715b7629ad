import { GraphQLError } from "graphql";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { refuse } from "../values/refusal.ts";

const why = "The server chooses its transports, and the dialect declares them.";

export const transportFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "requests-over-sockets-alone",
    summary:
      "Queries and mutations are sent over the WebSocket connection for watches, not over HTTP.",
    why,
    sources: [{ source: "issue-threads", at: "gateways over WebSocket" }],
    withdraws: ["transport.socket"],
    isAbsence: true,
    declares: [{ at: "endpoint", put: { queries: { protocol: "socket" } }, isBeside: true }],
    decides: "transport of queries",
    change: (rules) => ({
      authenticate: (credential) =>
        credential.channel === "http"
          ? refuse("INVALID", "Requests are only accepted over WebSocket.")
          : rules.authenticate(credential),
    }),
  }),
  defineFreedom({
    name: "watches-over-event-streams-alone",
    summary: "Watches use server-sent events, and there is no WebSocket.",
    why,
    sources: [{ source: "graphql-over-http", at: "server-sent events" }],
    withdraws: ["transport.socket", "watch.serverSentEvents"],
    isAbsence: true,
    declares: [
      { at: "eventStream" },
      {
        at: "endpoint",
        put: { watches: { protocol: "sse", path: "/graphql/stream" } },
        isBeside: true,
      },
    ],
    decides: "transport of queries",
    excludes: ["no-event-streams"],
    change: (rules) => ({
      authenticate: (credential) =>
        credential.channel === "socket"
          ? refuse("INVALID", "There are no WebSockets.")
          : rules.authenticate(credential),
    }),
  }),
  defineFreedom({
    name: "refusals-have-http-statuses",
    summary: "A response with an error has the HTTP status of its code, such as 404 or 409.",
    why: "A server may use the HTTP status in addition to the code of an error.",
    sources: [{ source: "graphql-over-http", at: "6.4 Response" }],
    change: (rules) => ({
      httpStatus: (result) => {
        const code = result.errors?.[0]?.extensions["code"];
        return statuses[typeof code === "string" ? code : ""] ?? rules.httpStatus(result);
      },
    }),
  }),
  defineFreedom({
    name: "watches-end-after-a-while",
    summary: "The server ends each watch without an error after 200 events.",
    why: "A server or a gateway limits the lifetime of connections; clients reconnect.",
    sources: [{ source: "kubernetes/apiserver", at: "timeoutSeconds of a watch" }],
    excuses: [
      {
        requirement: "watch.watchers-agree",
        verdict: "inconclusive",
        because: "a watch may end before another watch has delivered the same events",
      },
      {
        requirement: "watch.slow-reader-delays-nobody",
        verdict: "inconclusive",
        because: "a watch may end before it has delivered the events during the pause",
      },
    ],
    change: () => {
      const delivered = new Map<number, number>();
      return {
        isOver: (_event, { id }) => {
          const count = (delivered.get(id) ?? 0) + 1;
          delivered.set(id, count);
          return count >= mostEvents;
        },
      };
    },
  }),
  defineFreedom({
    name: "missing-reads-are-errors",
    summary: "A read of a missing object returns an error instead of null.",
    why: "A server may return an error for a missing object.",
    sources: [{ source: "kubernetes/apiserver", at: "404 of a missing object" }],
    change: (rules) => ({
      respond: (result) => {
        const { data, errors } = result;
        const [[field, value] = [], ...others] = Object.entries(data ?? {});
        const isMissing = field !== undefined && value === null && others.length === 0;
        if (!isMissing || errors !== undefined) return rules.respond(result);
        const { message, extensions } = rules.report(
          refuse("NOT_FOUND", "There is no such object."),
        );
        const error = new GraphQLError(message, { path: [field], extensions });
        return rules.respond({ ...result, errors: [error] });
      },
    }),
  }),
];

const mostEvents = 200;

const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  CONFLICT: 409,
  INVALID: 422,
  EXPIRED: 410,
  RATE_LIMITED: 429,
  INTERNAL: 500,
};

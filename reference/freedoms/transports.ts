import { GraphQLError } from "graphql";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { refuse } from "../values/refusal.ts";

const why = "The server chooses its transports, and the dialect declares them.";

/** Permitted differences in the transports of requests, and in the form of replies without an object. */
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

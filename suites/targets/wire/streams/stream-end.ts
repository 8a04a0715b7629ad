import { describeFailure } from "../http/failures.ts";

/**
 * How a stream ended. `rejected`: an HTTP reply to the connection attempt; `lost`: the end of the connection, with a
 * close code if any. `errors` have an HTTP status if they are the body of a reply.
 */
export type StreamEnd =
  | { readonly kind: "closed" }
  | { readonly kind: "completed" }
  | { readonly kind: "errors"; readonly errors: unknown; readonly http?: number }
  | { readonly kind: "rejected"; readonly http: number }
  | {
      readonly kind: "lost";
      readonly closeCode?: number;
      /** The server's close reason. */
      readonly closeReason?: string;
      readonly detail: string;
    }
  | { readonly kind: "unintelligible"; readonly detail: string };

/** The end for an error of a stream: errors of a refused operation, or of the connection. */
export function endOfStreamError(error: unknown): StreamEnd {
  return Array.isArray(error) ? { kind: "errors", errors: error } : endOfError(error);
}

/** The end for an error of the connection: an event of ws, or an `Error` of graphql-ws for an unreadable message. */
export function endOfError(error: unknown): StreamEnd {
  if (error instanceof Error) return { kind: "unintelligible", detail: error.message };
  const { detail } = describeFailure(memberOf(error, "error"));
  const rejection = /^Unexpected server response: (\d{3})$/u.exec(detail)?.[1];
  const http = rejection === undefined ? undefined : Number(rejection);
  if (http !== undefined && http >= 400 && http < 500) return { kind: "rejected", http };
  return { kind: "lost", detail };
}

/** The end for the close event of a connection. */
export function endOfClose(event: unknown): StreamEnd {
  const code = memberOf(event, "code");
  const reason = memberOf(event, "reason");
  const closeCode = typeof code === "number" ? code : undefined;
  const closeReason = typeof reason === "string" && reason !== "" ? reason : undefined;
  const words = closeReason === undefined ? "" : `: ${closeReason}`;
  return {
    kind: "lost",
    ...(closeCode === undefined ? {} : { closeCode }),
    ...(closeReason === undefined ? {} : { closeReason }),
    detail: `the connection was closed with code ${closeCode ?? "unknown"}${words}`,
  };
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, member) : undefined;
}

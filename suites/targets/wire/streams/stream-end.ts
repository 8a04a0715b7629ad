import { describeFailure } from "../http/failures.ts";

/**
 * How a stream ended. `rejected` is the answer of an HTTP server to the attempt to connect, `lost` the end of
 * the connection, with the code where the server gave one. `errors` have an HTTP status where they came
 * as the body of a reply.
 */
export type StreamEnd =
  | { readonly kind: "closed" }
  | { readonly kind: "completed" }
  | { readonly kind: "errors"; readonly errors: unknown; readonly http?: number }
  | { readonly kind: "rejected"; readonly http: number }
  | {
      readonly kind: "lost";
      readonly closeCode?: number;
      /** In the words of the server. */
      readonly closeReason?: string;
      readonly detail: string;
    }
  | { readonly kind: "unintelligible"; readonly detail: string };

/** The end that a stream's own error stands for: the errors of a refused operation, or those of the connection. */
export function endOfStreamError(error: unknown): StreamEnd {
  return Array.isArray(error) ? { kind: "errors", errors: error } : endOfError(error);
}

/** The end that an error of the connection stands for. They come as events of ws; an `Error` is graphql-ws', about a message it cannot read. */
export function endOfError(error: unknown): StreamEnd {
  if (error instanceof Error) return { kind: "unintelligible", detail: error.message };
  const { detail } = describeFailure(memberOf(error, "error"));
  const rejection = /^Unexpected server response: (\d{3})$/u.exec(detail)?.[1];
  const http = rejection === undefined ? undefined : Number(rejection);
  if (http !== undefined && http >= 400 && http < 500) return { kind: "rejected", http };
  return { kind: "lost", detail };
}

/** The end that the closing of a connection stands for. */
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

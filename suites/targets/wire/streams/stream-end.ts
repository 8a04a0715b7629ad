import { describeFailure } from "../http/failures.ts";

/**
 * The end of a stream. `rejected`: an HTTP response with a 4xx status, without a stream; `lost`: the end of the
 * connection, with a close code if any. `errors` have an HTTP status if they are the body of a response.
 */
export type StreamEnd =
  | { readonly kind: "closed" }
  | { readonly kind: "completed" }
  | { readonly kind: "errors"; readonly errors: unknown; readonly http?: number }
  | { readonly kind: "rejected"; readonly http: number }
  | {
      readonly kind: "lost";
      readonly closeCode?: number;
      readonly closeReason?: string;
      /** Set if the server closed the connection before it acknowledged it. */
      readonly isEarly?: true;
      readonly detail: string;
    }
  | { readonly kind: "unintelligible"; readonly detail: string };

/** Converts an error of a stream to its end: the errors of a rejected operation, or an error of the connection. */
export function endOfStreamError(error: unknown): StreamEnd {
  return Array.isArray(error) ? { kind: "errors", errors: error } : endOfError(error);
}

/**
 * Converts an error of the connection to the end of its streams: an event of ws, or an `Error` of graphql-ws for an
 * unreadable message.
 */
export function endOfError(error: unknown): StreamEnd {
  if (error instanceof Error) return { kind: "unintelligible", detail: error.message };
  const { detail } = describeFailure(memberOf(error, "error"));
  const rejection = /^Unexpected server response: (\d{3})$/u.exec(detail)?.[1];
  const http = rejection === undefined ? undefined : Number(rejection);
  if (http !== undefined && http >= 400 && http < 500) return { kind: "rejected", http };
  return { kind: "lost", detail };
}

/** Close codes that indicate no error: a normal closure, and a close frame without a code. */
const normalClosures: ReadonlySet<unknown> = new Set([1000, 1005]);

/**
 * Converts the close event of a connection to the end of its streams. Omits the code of a normal closure after the
 * acknowledgement, unless the closure states a reason. Keeps it before the acknowledgement, because some servers reject
 * callers this way.
 */
export function endOfClose(event: unknown, isAcknowledged: boolean): StreamEnd {
  const code = memberOf(event, "code");
  const reason = memberOf(event, "reason");
  const closeCode = typeof code === "number" ? code : undefined;
  const closeReason = typeof reason === "string" && reason !== "" ? reason : undefined;
  const isEnd = isAcknowledged && closeReason === undefined && normalClosures.has(closeCode);
  const early = isAcknowledged ? "" : " before the acknowledgment";
  const words = closeReason === undefined ? "" : `: ${closeReason}`;
  return {
    kind: "lost",
    ...(closeCode === undefined || isEnd ? {} : { closeCode }),
    ...(closeReason === undefined ? {} : { closeReason }),
    ...(isAcknowledged ? {} : { isEarly: true as const }),
    detail: `the connection was closed with code ${closeCode ?? "unknown"}${early}${words}`,
  };
}

/** The code with which servers of graphql-transport-ws close the connection of a caller that they reject. */
const forbidden = 4403;

/** Converts the rejection of a connection in a protocol that has no close code for rejections. */
export function endOfRefusal(payload: unknown, closeCode = forbidden): StreamEnd {
  const message = memberOf(payload, "message");
  const closeReason = typeof message === "string" ? message : JSON.stringify(payload ?? null);
  const detail = `the server rejected the connection: ${closeReason}`;
  return { kind: "lost", closeCode, closeReason, detail };
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, member) : undefined;
}

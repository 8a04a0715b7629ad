export interface Failure {
  /** The error code of the operating system, TLS or the HTTP parser, if any. */
  readonly code?: string;
  readonly detail: string;
}

/** There is no connection, because the proxy before the endpoint cannot be used. */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";
}

/** Returns a description of a connection error and its causes. Never throws. */
export function describeFailure(error: unknown): Failure {
  const chain = causesOf(error);
  const code = chain.map(codeOf).findLast((found) => found !== undefined);
  const message = reasonIn(
    chain.map((cause) => cause.message).findLast((text) => text !== "") ?? "",
  );
  if (code === undefined) return { detail: message === "" ? "the connection broke" : message };
  return {
    code,
    detail: message.includes(code) || message === "" ? message || code : `${message} (${code})`,
  };
}

/** Whether an error prevented the connection, so that the endpoint cannot have received the request. */
export function preventedConnection(error: unknown): boolean {
  const root = causesOf(error).at(-1);
  if (root === undefined) return false;
  return root instanceof ProxyFailure || connectionCodes.has(codeOf(root));
}

const connectionCodes: ReadonlySet<string | undefined> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Returns the reason in a message of OpenSSL, whose other fields are numbers and lines of its source code. */
function reasonIn(message: string): string {
  const [, reason = message] =
    /^[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/u.exec(message) ?? [];
  return reason;
}

const maximumCauses = 8;

/** Returns the error and its causes, the root cause last. An AggregateError counts as its first error. */
function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  let current = error;
  while (current instanceof Error && chain.length < maximumCauses) {
    chain.push(current);
    // A failure of a proxy describes its cause. The code of the cause would describe the endpoint.
    if (current instanceof ProxyFailure) break;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return chain;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * The statuses of a server or gateway that stopped waiting: 408, 504, and Cloudflare's 524. The request may still be
 * executed.
 */
export const timeoutStatuses: ReadonlySet<number | undefined> = new Set([408, 504, 524]);

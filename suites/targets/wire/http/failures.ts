/** What is known about a broken connection. */
export interface Failure {
  /** The code of the operating system, of TLS or of the HTTP parser. Absent where there is none. */
  readonly code?: string;
  /** One line for a person. */
  readonly detail: string;
}

/** Reads an error of a connection, with the errors below it. Never rejects anything: errors are data, too. */
export function describeFailure(error: unknown): Failure {
  const chain = causesOf(error);
  const code = chain.map(codeOf).findLast((found) => found !== undefined);
  const message = chain.map((cause) => cause.message).findLast((text) => text !== "") ?? "";
  if (code === undefined) return { detail: message === "" ? "the connection broke" : message };
  return {
    code,
    detail: message.includes(code) || message === "" ? message || code : `${message} (${code})`,
  };
}

/** The depth to which causes of an error are followed. */
const maximumCauses = 8;

/** The error and those below it, the root cause last. An attempt over several addresses counts as its first. */
function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  let current = error;
  while (current instanceof Error && chain.length < maximumCauses) {
    chain.push(current);
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return chain;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

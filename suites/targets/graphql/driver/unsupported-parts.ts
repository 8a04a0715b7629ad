import { problemAt } from "../dialect/dialect-mismatch.ts";
import type { DialectProblem } from "../dialect/dialect-mismatch.ts";
import type { Dialect } from "../dialect/dialect.ts";

/** Unsupported parts of a dialect. Reported before the first check, so that none is ignored silently. */
export function unsupportedParts({ endpoint, credentials }: Dialect): readonly DialectProblem[] {
  if (endpoint?.queries?.protocol !== "socket" || credentials.socket !== undefined) return [];
  const problem = "queries are sent over a WebSocket, but credentials.socket is missing";
  return [problemAt(["endpoint", "queries", "protocol"], problem)];
}

import { problemAt } from "../dialect/dialect-mismatch.ts";
import type { DialectProblem } from "../dialect/dialect-mismatch.ts";
import type { Dialect } from "../dialect/dialect.ts";

/**
 * What a dialect can say and this driver cannot do. Said before the first check: nothing of a dialect is
 * passed over in silence.
 */
export function unspokenProblems({ endpoint, credentials }: Dialect): readonly DialectProblem[] {
  if (endpoint?.queries?.protocol !== "socket" || credentials.socket !== undefined) return [];
  const problem = "queries are sent over a socket, but credentials.socket is missing";
  return [problemAt(["endpoint", "queries", "protocol"], problem)];
}

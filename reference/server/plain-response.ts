import type { ExecutionResult } from "graphql";
import type { Response } from "graphql-http";
import type { Endpoint } from "../graphql/endpoint.ts";
import { refuse } from "../refusal.ts";

/** The answer to a request that is no GraphQL at all, with the same kind of error as everywhere. */
export function errorResponse(endpoint: Endpoint, status: number, message: string): Response {
  const code = status === 500 ? "INTERNAL" : "INVALID";
  return jsonResponse(status, { errors: [endpoint.refusal(refuse(code, message))] });
}

/** A result as the whole body of a reply. */
export function jsonResponse(status: number, result: ExecutionResult): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return [JSON.stringify(result), { status, statusText: "", headers }];
}

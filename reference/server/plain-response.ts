import type { ExecutionResult } from "graphql";
import type { Response } from "graphql-http";
import type { Endpoint } from "../graphql/graphql-endpoint.ts";
import { refuse } from "../values/refusal.ts";

export function errorResponse(endpoint: Endpoint, status: number, message: string): Response {
  const code = status === 500 ? "INTERNAL" : "INVALID";
  return jsonResponse(status, { errors: [endpoint.refusal(refuse(code, message))] });
}

export function jsonResponse(status: number, result: ExecutionResult): Response {
  return textOf(JSON.stringify(result), status, "application/json");
}

/**
 * Encodes a result in the first media type that the caller accepts. Does not use the serialization of graphql-http,
 * which is several times slower because it calls a replacer for every property.
 */
export function resultResponse(
  accept: string | undefined,
  result: ExecutionResult,
  status: number,
): Response {
  return textOf(JSON.stringify(result), status, mediaTypeOf(accept));
}

const graphqlResponse = "application/graphql-response+json";

/** Negotiates the media type. As in graphql-http, the order in `Accept` decides. */
function mediaTypeOf(accept = "*/*"): string {
  if (mediaTypes.has(accept)) return accept === graphqlResponse ? accept : "application/json";
  const accepted = accept.split(",").map((range) => range.split(";", 1).join("").trim());
  const first = accepted.find((type) => mediaTypes.has(type.toLowerCase()));
  return first?.toLowerCase() === graphqlResponse ? graphqlResponse : "application/json";
}

const mediaTypes: ReadonlySet<string> = new Set([
  graphqlResponse,
  "application/json",
  "application/*",
  "*/*",
]);

function textOf(text: string, status: number, mediaType: string): Response {
  const headers = { "content-type": `${mediaType}; charset=utf-8` };
  return [text, { status, statusText: "", headers }];
}

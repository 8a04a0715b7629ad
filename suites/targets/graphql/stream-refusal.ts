import type { Dispatcher } from "undici";
import { isJsonObject } from "#contract";
import { parsedJson } from "./pushed-stream.ts";
import type { StreamEnd } from "./stream-end.ts";
import { maximumReplyBytes } from "./transport.ts";

/** What a reply that is no stream means: GraphQL errors in its body, a refusal by its status, or nothing of use. */
export async function endOfRefusal({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<StreamEnd> {
  const answer = parsedJson(await textOf(body));
  const errors = isJsonObject(answer) ? answer["errors"] : undefined;
  if (Array.isArray(errors) && errors.length > 0)
    return { kind: "errors", errors, http: statusCode };
  if (statusCode >= 400 && statusCode < 500) return { kind: "rejected", http: statusCode };
  const type = String(headers["content-type"] ?? "nothing");
  const detail = `HTTP ${statusCode} with ${type} in place of an event stream`;
  return statusCode === 200 ? { kind: "unintelligible", detail } : { kind: "lost", detail };
}

/** The text of a reply as far as it is read at all. */
export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > maximumReplyBytes) break;
  }
  return text;
}

import type { Dispatcher } from "undici";
import { isJsonObject } from "#contract";
import { parsedJson } from "./pushed-stream.ts";
import type { StreamEnd } from "./stream-end.ts";
import { decodedStream } from "../http/content-coding.ts";
import { maximumReplyBytes } from "../http/http-transport.ts";

/**
 * Interprets a response that is not a stream: GraphQL errors in its body, a rejection by its status, or any other
 * response. Rejects like {@link textOf}.
 */
export async function endOfRefusal(
  reply: Dispatcher.ResponseData,
  limitMs: number,
): Promise<StreamEnd> {
  const { statusCode, headers } = reply;
  const answer = parsedJson(await textOf(reply, limitMs));
  const errors = isJsonObject(answer) ? answer["errors"] : undefined;
  if (Array.isArray(errors) && errors.length > 0)
    return { kind: "errors", errors, http: statusCode };
  if (statusCode >= 400 && statusCode < 500) return { kind: "rejected", http: statusCode };
  const type = String(headers["content-type"] ?? "nothing");
  const detail = `HTTP ${statusCode} with ${type} instead of an event stream`;
  return statusCode === 200 ? { kind: "unintelligible", detail } : { kind: "lost", detail };
}

/**
 * Reads a response body as a string, up to a limit. Streaming connections have no timeout, so this function has its own
 * timeout. Rejects when the connection breaks, or on the timeout.
 */
export async function textOf(
  reply: Pick<Dispatcher.ResponseData, "body" | "headers">,
  limitMs: number,
): Promise<string> {
  const body = decodedStream(reply);
  const decoder = new TextDecoder();
  let text = "";
  const timer = setTimeout(() => {
    body.destroy(new Error(`no complete response within ${limitMs} ms`));
  }, limitMs);
  try {
    for await (const bytes of body) {
      if (Buffer.isBuffer(bytes)) text += decoder.decode(bytes, { stream: true });
      if (text.length > maximumReplyBytes) break;
    }
    return text;
  } finally {
    clearTimeout(timer);
  }
}

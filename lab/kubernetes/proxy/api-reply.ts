import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { statusOf } from "../../../bin/controller/recognize-kubernetes.ts";

export interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
}

export function isGranted({ status }: ApiReply): boolean {
  return status >= 200 && status < 300;
}

export function contentOf({ text }: ApiReply): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function withContent(reply: ApiReply, content: JsonObject): ApiReply {
  return { ...reply, text: JSON.stringify(content) };
}

export function granting(content: JsonObject): ApiReply {
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, text: JSON.stringify(content) };
}

export function refusing(code: number, reason: string, message: string): ApiReply {
  const text = JSON.stringify(statusOf({ status: code, reason, message }));
  return { status: code, headers: { "content-type": "application/json" }, text };
}

/** Transforms every object in a successful response: the object itself, or the items of a list. */
export function withObjects(reply: ApiReply, change: (object: JsonObject) => JsonObject): ApiReply {
  if (!isGranted(reply)) return reply;
  const content = contentOf(reply);
  const { items } = content;
  if (Array.isArray(items)) {
    const changed = items.map((item: unknown) => (isJsonObject(item) ? change(item) : {}));
    return withContent(reply, { ...content, items: changed });
  }
  return isJsonObject(content["metadata"]) && content["kind"] !== "Status"
    ? withContent(reply, change(content))
    : reply;
}

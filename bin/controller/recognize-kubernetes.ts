import { isJsonObject } from "#contract";
import type { RefusalReason } from "#contract";
import type { WireResult, WriteTreatment } from "#harness";
import { jsonIn, memberIn, textsIn } from "./recognition.ts";
import type { ProxyReply, ProxyRequest, RecognizedWrite, Recognition } from "./recognition.ts";

/** Writes as API servers spell them. */
export function recognizeKubernetes(): Recognition {
  return { write: writeOf, result: resultOf, refusal };
}

/** Group and version, namespace, collection, name and subresource. */
const objectPath =
  /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[^/]+(?:\/([^/]+))?(?:\/([^/]+))?$/u;

const writing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

function writeOf({ method, path, body }: ProxyRequest): RecognizedWrite | undefined {
  const { pathname } = new URL(path, "http://proxy");
  const match = objectPath.exec(pathname);
  if (match === null || !writing.has(method)) return undefined;
  const [, name = "", subresource] = match;
  if (subresource !== undefined && subresource !== "status") return undefined;
  const content = jsonIn(body);
  const metadata = isJsonObject(content) ? content["metadata"] : undefined;
  const version = memberIn(metadata, "resourceVersion");
  const status = isJsonObject(content) ? content["status"] : undefined;
  return {
    side: subresource === "status" ? "status" : "main",
    texts: [decodeURIComponent(name), ...textsIn(content)],
    ...(typeof version === "string" ? { version } : {}),
    ...(isJsonObject(status) ? { status } : {}),
  };
}

const reasons: ReadonlyMap<number, RefusalReason> = new Map([
  [401, "unauthenticated"],
  [403, "forbidden"],
  [404, "notFound"],
  [409, "conflict"],
  [410, "expired"],
  [429, "rateLimited"],
  [500, "internal"],
  [503, "internal"],
]);

function resultOf({ status, headers, body }: ProxyReply): WireResult {
  const content = jsonIn(body);
  if (status < 400) {
    const version = memberIn(
      isJsonObject(content) ? content["metadata"] : undefined,
      "resourceVersion",
    );
    return {
      result: "stored",
      ...(typeof version === "string" ? { version } : {}),
      texts: textsIn(content),
    };
  }
  const told = memberIn(content, "retryAfterSeconds") ?? Number(headers["retry-after"]);
  return {
    result: "refused",
    reason: reasons.get(status) ?? (status < 500 ? "invalid" : "internal"),
    ...(typeof told === "number" && Number.isFinite(told) ? { retryAfterSeconds: told } : {}),
  };
}

const refusals = {
  rateLimited: { status: 429, reason: "TooManyRequests" },
  unavailable: { status: 503, reason: "ServiceUnavailable" },
  forbidden: { status: 403, reason: "Forbidden" },
} as const;

function refusal({
  reason,
  retryAfterSeconds,
}: Extract<WriteTreatment, { readonly treat: "refuse" }>): ProxyReply {
  const known = refusals[reason];
  const told = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  return {
    status: known.status,
    headers: {
      "content-type": "application/json",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body: JSON.stringify({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `refused by the proxy: ${reason}`,
      reason: known.reason,
      ...told,
      code: known.status,
    }),
  };
}

import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { RestRequest } from "./rest-request.ts";

export interface NamespaceEndTools {
  /**
   * Sends a request as the administrator. Resolves with the response body, even for a rejection, or with undefined if
   * there is no response.
   */
  readonly ask: (request: RestRequest) => Promise<JsonValue | undefined>;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

const pollMs = 50;

const controllerMs = 1_500;

/**
 * Waits until a deleted namespace is gone. Normally, a namespace controller removes it. Without a controller, this
 * function finalizes the namespace itself. This is safe, because the namespace is empty. Resolves with whether the
 * namespace is gone.
 */
export async function awaitNamespaceEnd(name: string, tools: NamespaceEndTools): Promise<boolean> {
  const startedMs = performance.now();
  const elapsedMs = (): number => performance.now() - startedMs;
  while (!tools.signal.aborted && elapsedMs() < tools.limitMs) {
    const found = await tools.ask({ method: "GET", path: pathOf(name), query: {} });
    if (isGone(found)) return true;
    if (isUntended(found) && elapsedMs() > controllerMs) await release(name, found, tools);
    await pause(pollMs, undefined, { signal: tools.signal }).catch(() => undefined);
  }
  return false;
}

function pathOf(name: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(name)}`;
}

/** Whether a response proves that a namespace does not exist. A busy server or a lost connection is no proof. */
function isGone(reply: JsonValue | undefined): boolean {
  return isJsonObject(reply) && reply["kind"] === "Status" && reply["code"] === 404;
}

/** Whether a response contains a deleted namespace on which no controller has reported. */
function isUntended(namespace: JsonValue | undefined): namespace is JsonObject {
  if (!isJsonObject(namespace) || namespace["kind"] !== "Namespace") return false;
  const status = isJsonObject(namespace["status"]) ? namespace["status"] : {};
  return !Array.isArray(status["conditions"]);
}

async function release(
  name: string,
  namespace: JsonObject,
  { ask }: NamespaceEndTools,
): Promise<void> {
  await ask({
    method: "PUT",
    path: `${pathOf(name)}/finalize`,
    query: {},
    contentType: "application/json",
    body: { ...namespace, spec: { finalizers: [] } },
  });
}

import { scopedSignal } from "../../port/scoped-signal.ts";
import type { Caller } from "../resources/rest-request.ts";
import { decodedStream } from "../../wire/http/content-coding.ts";
import { LineSplitter } from "./rest-watch.ts";
import type { RestTransport } from "../resources/rest-transport.ts";
import type { StreamRequest, StreamSeen } from "../trials/find-unsupported.ts";

export interface StreamTools {
  readonly transport: RestTransport;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/**
 * Reads a watch until it ends, its time limit, or the line for which the caller waits. Resolves with undefined if there
 * is no response, or if the signal aborts.
 */
export async function readStream(
  { request, limitMs, isLast }: StreamRequest,
  { transport, caller, signal }: StreamTools,
): Promise<StreamSeen | undefined> {
  using limit = scopedSignal({ limitMs, within: [signal] });
  const reply = await transport.open(request, caller, limit.signal).catch(() => undefined);
  if (reply === undefined) return undefined;
  const lines: string[] = [];
  const splitter = new LineSplitter();
  try {
    for await (const bytes of decodedStream(reply)) {
      const added = splitter.push(bytes);
      lines.push(...added);
      if (added.some(isLast)) break;
    }
  } catch {
    // The time limit, or a lost connection. The lines before it count.
  }
  return signal.aborted ? undefined : { status: reply.statusCode, lines };
}

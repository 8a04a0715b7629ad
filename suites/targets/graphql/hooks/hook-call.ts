import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { Agent, request } from "undici";
import { describeFailure } from "../../wire/http/failures.ts";
import type { Hook } from "../dialect/fixture-hooks.ts";
import { errorSummary, runCommand } from "../credentials/run-credential-command.ts";
import { scopedSignal } from "../../port/scoped-signal.ts";
import type { DriverEnvironment } from "../../wire/http/driver-environment.ts";
import { parsedJson } from "../../wire/streams/pushed-stream.ts";
import { connectorFor } from "../../wire/http/forward-proxy.ts";
import type { Dialing } from "../../wire/http/forward-proxy.ts";

export interface HookCall extends Dialing {
  readonly hook: Hook;
  /** A JSON object: standard input of a command, or the body of a request. */
  readonly input: JsonObject;
  readonly driverEnvironment: DriverEnvironment;
  readonly limitMs: number;
}

export type HookResult =
  | { readonly kind: "done" }
  | { readonly kind: "unsupported" }
  | { readonly kind: "refused"; readonly reason: string; readonly message: string }
  | { readonly kind: "failed"; readonly cause: FailureCause; readonly detail: string };

type FailureCause = "timeout" | "connection" | "aborted";

/**
 * Maximum size of a hook's response in bytes. Responses are short, because the object itself is read through the API.
 */
export const maxHookBytes = 1024 * 1024;

/** The exit code of a command that does not support the operation. */
const unsupportedCode = 127;

/** The HTTP status of a hook that does not support the operation: Not Implemented. */
const unsupportedStatus = 501;

/** Calls a hook. Resolves with its parsed response, or the reason why there is none. Never rejects. */
export async function callHook(call: HookCall, signal: AbortSignal): Promise<HookResult> {
  switch (call.hook.kind) {
    case "command":
      return callCommand(call.hook.command, call, signal);
    case "http":
      return callHttp(call.hook, call, signal);
  }
}

async function callCommand(
  command: readonly string[],
  { input, driverEnvironment, limitMs }: HookCall,
  signal: AbortSignal,
): Promise<HookResult> {
  // The arguments may contain secrets, so only the program is named.
  const name = `the hook ${command[0] ?? ""}`;
  const text = `${JSON.stringify(input)}\n`;
  const result = await runCommand(
    { command, input: text, driverEnvironment, limitMs, maximumBytes: maxHookBytes },
    signal,
  );
  if (result.kind === "failed") {
    return { kind: "failed", cause: result.cause, detail: `${name} ${result.detail}` };
  }
  if (result.code === unsupportedCode) return { kind: "unsupported" };
  if (result.code === 0) return readAnswer(name, result.out);
  return failed(`${name} failed with code ${result.code}${errorSummary(result.err)}`);
}

async function callHttp(
  { url, method }: Extract<Hook, { readonly kind: "http" }>,
  { input, limitMs, ...dialing }: HookCall,
  signal: AbortSignal,
): Promise<HookResult> {
  const name = `the hook ${shown(url)}`;
  using limit = scopedSignal({ limitMs, within: [signal] });
  // Hooks are called rarely, so each call has its own connection.
  const agent = new Agent({ connect: connectorFor(new URL(url), dialing) });
  try {
    const reply = await request(url, {
      method: methodOf(method),
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(input),
      signal: limit.signal,
      dispatcher: agent,
    });
    if (reply.statusCode === unsupportedStatus) {
      await reply.body.dump();
      return { kind: "unsupported" };
    }
    const text = await textWithin(reply.body);
    if (text === undefined) return failed(`${name} returned more than ${maxHookBytes} bytes`);
    if (reply.statusCode >= 200 && reply.statusCode < 300) return readAnswer(name, text);
    return failed(`${name} returned HTTP ${reply.statusCode}${errorSummary(text)}`);
  } catch (error) {
    if (signal.aborted) return { kind: "failed", cause: "aborted", detail: `${name} was aborted` };
    const detail = limit.isOver
      ? `did not finish within ${limitMs} ms`
      : describeFailure(error).detail;
    const cause = limit.isOver ? "timeout" : "connection";
    return { kind: "failed", cause, detail: `${name}: ${detail}` };
  } finally {
    await agent.destroy();
  }
}

/** An empty response indicates success. */
function readAnswer(name: string, text: string): HookResult {
  if (text.trim() === "") return { kind: "done" };
  const answer = parsedJson(text);
  if (!isJsonObject(answer)) {
    const start = JSON.stringify(text.trim().slice(0, 80));
    return failed(`${name} must return one JSON object or nothing, but returned ${start}`);
  }
  const refused = answer["refused"];
  if (refused === undefined) return { kind: "done" };
  const { reason, message = "the hook returned no message" } = isJsonObject(refused) ? refused : {};
  if (typeof reason === "string" && typeof message === "string") {
    return { kind: "refused", reason, message };
  }
  return failed(
    `${name} returned a rejection without a reason; expected {"refused": {"reason": …, "message": …}}`,
  );
}

async function textWithin(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const bytes of body) {
    sizeBytes += bytes.length;
    if (sizeBytes > maxHookBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function failed(detail: string): HookResult {
  return { kind: "failed", cause: "connection", detail };
}

/** Removes the user name, the password and the query from a URL, because they may contain secrets. */
function shown(url: string): string {
  return url.replace(/[?#].*$/su, "").replace(/\/\/[^/@]*@/u, "//");
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodOf(method: string): (typeof methods)[number] {
  return methods.find((known) => known === method.toUpperCase()) ?? "POST";
}

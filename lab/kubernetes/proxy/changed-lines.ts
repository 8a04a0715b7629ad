import { isJsonObject } from "#contract";
import type { ApiEvent, StreamChange } from "./proxy-fault.ts";

/** Transforms the lines of a watch. */
export async function* changedLines(
  chunks: AsyncIterable<Uint8Array | string>,
  change: StreamChange,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield* changedLine(line, change);
  }
}

function* changedLine(line: string, change: StreamChange): Generator<string> {
  const event = readEvent(line);
  if (event === undefined) {
    yield `${line}\n`;
    return;
  }
  for (const shown of change(event)) yield `${JSON.stringify(shown)}\n`;
}

function readEvent(line: string): ApiEvent | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) return undefined;
    const { type, object } = value;
    return typeof type === "string" && isJsonObject(object) ? { type, object } : undefined;
  } catch {
    return undefined;
  }
}

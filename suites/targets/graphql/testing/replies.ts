import type { JsonObject, JsonValue, Outcome } from "#contract";
import type {
  ListOperation,
  ObjectOperation,
  OperationVerb,
} from "../dialect/dialect-operations.ts";
import { readReply } from "../replies/outcome.ts";
import type { ReplyReader } from "../replies/outcome.ts";
import { parseWireText } from "../../wire/http/wire-data.ts";
import { widget, widgetDialect } from "./widget-dialect.ts";

export function read(verb: OperationVerb, body: JsonValue | string, status = 200): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readReply(readerFor(verb), { status, data: parseWireText(text, undefined) });
}

export function readerFor(verb: OperationVerb): ReplyReader {
  const operations: readonly (ObjectOperation | ListOperation)[] =
    verb === "watch" ? [] : widget.operations[verb];
  const [operation] = operations;
  if (operation === undefined) throw new Error(`no operation for ${verb}`);
  return { words: widgetDialect, kind: widget, verb, operation };
}

export const readObject: JsonObject = {
  kind: "Widget",
  metadata: { name: "a", namespace: "default", uid: "u1", resourceVersion: "7", generation: 1 },
  spec: { size: 1 },
};

import { counted, isJsonObject, isTime, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Change } from "#harness";
import { differences } from "../objects/carried.ts";
import type { RuleContext, WriteStep, WriterRule } from "../objects/writer-rule.ts";
import type { LoggedRequest } from "../port/logged-request.ts";
import type { LostField } from "../port/writer-finding.ts";
import { writerName } from "../port/writer-key.ts";
import { shownPaths } from "./words.ts";

/**
 * A status in a write to the main resource that differs from what its writer had read, and that was not
 * stored: the kind has a status subresource, and the writer does not use it. A status that is merely sent
 * along, as it was read, is how all clients write a spec.
 */
export function misplacedStatus(context: RuleContext): WriterRule {
  return { wrote: (step) => judge(step, context) };
}

function judge(step: WriteStep, context: RuleContext): void {
  const { request, found } = step;
  const { side, stored, verb } = request;
  if (side !== "main" || stored === undefined || verb === "create") return;
  const ignored = intendedStatus(request, context).filter(
    ({ path, after }) => !jsonEquals(after, valueOf(stored.fields, path)),
  );
  if (ignored.length === 0) return;
  const paths = ignored.map(({ path }) => path);
  context.report({
    rule: "status-by-main-resource",
    by: request.by,
    requests: [found],
    lost: ignored.map(({ path, after }) => lostOf(path, after, valueOf(stored.fields, path))),
    detail: `${writerName(request.by)} sent ${counted(paths.length, "field")} of the status to the main resource, where ${paths.length === 1 ? "it was" : "they were"} ignored: ${shownPaths(paths)}`,
  });
}

function lostOf(
  path: string,
  written: JsonValue | undefined,
  became: JsonValue | undefined,
): LostField {
  return {
    path,
    ...(written === undefined ? {} : { written }),
    ...(became === undefined ? {} : { became }),
  };
}

/** What a write wants the status to become, as far as that is certain. */
function intendedStatus(request: LoggedRequest, context: RuleContext): readonly Change[] {
  const { verb, patch, sent, precondition } = request;
  if (verb === "patch") {
    return isJsonObject(patch) ? statusChanges({}, patch).filter(isMeant) : [];
  }
  if (sent === undefined || precondition === undefined) return [];
  const read = context.stateAt(precondition, sent.form);
  return read === undefined ? [] : statusChanges(read.fields, sent.fields).filter(isMeant);
}

function statusChanges(before: JsonObject, after: JsonObject): readonly Change[] {
  return differences(statusOf(before), statusOf(after));
}

function statusOf({ status }: JsonObject): JsonObject {
  return status === undefined ? {} : { status };
}

/** Typed clients send zero values, and spell times and quantities in their own way, without meaning anything. */
function isMeant({ before, after }: Change): boolean {
  if (after === undefined || after === null || after === "" || after === 0 || after === false)
    return false;
  if (isEmpty(after)) return false;
  if (typeof after !== "string" || typeof before !== "string") return true;
  if (isTime(after) && isTime(before)) return Date.parse(after) !== Date.parse(before);
  return !(isQuantity(after) && isQuantity(before));
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function isQuantity(text: string): boolean {
  return /^[+-]?\d+(?:\.\d+)?[a-zA-Z]{0,2}$/u.test(text);
}

/** The value at the path of a change. */
function valueOf(fields: JsonObject, path: string): JsonValue | undefined {
  return differences({}, statusOf(fields)).find((change) => change.path === path)?.after;
}

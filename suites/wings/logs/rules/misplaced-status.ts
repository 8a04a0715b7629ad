import { counted, isJsonObject, isTime, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { unlikeFieldsOf } from "../objects/carried.ts";
import type { RuleContext, WriteStep, WriterRule } from "../objects/writer-rule.ts";
import { differences } from "../port/differences.ts";
import type { LoggedRequest, UnlikeField } from "../port/logged-request.ts";
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

function judge({ request, found }: WriteStep, context: RuleContext): void {
  const { side, stored, verb } = request;
  if (side !== "main" || stored === undefined || verb === "create") return;
  const lost = intendedStatus(request).filter(isMeant);
  if (lost.length === 0) return;
  const paths = lost.map(({ path }) => path);
  context.report({
    rule: "status-by-main-resource",
    by: request.by,
    requests: [found],
    lost: lost.map(lostOf),
    detail: `${writerName(request.by)} sent ${counted(paths.length, "field")} of the status to the main resource, where ${paths.length === 1 ? "it was" : "they were"} ignored: ${shownPaths(paths)}`,
  });
}

function lostOf({ path, sent, stored }: UnlikeField): LostField {
  return {
    path,
    ...(sent === undefined ? {} : { written: sent }),
    ...(stored === undefined ? {} : { became: stored }),
  };
}

/**
 * What a write wanted the status to become and was not stored. An update that named the version that it
 * replaced was made from the status that is still there; of another one, its status may just be old.
 */
function intendedStatus(request: LoggedRequest): readonly UnlikeField[] {
  const { verb, patch, precondition, stored } = request;
  if (verb === "patch") {
    const fields = stored?.fields ?? {};
    const asked = isJsonObject(patch) ? differences({}, statusOf(patch)) : [];
    return asked.flatMap(({ path, after }) => unlikeField(path, after, valueOf(fields, path)));
  }
  if (precondition === undefined) return [];
  return unlikeFieldsOf(request).filter(({ path }) => path.startsWith("status."));
}

function unlikeField(
  path: string,
  sent: JsonValue | undefined,
  stored: JsonValue | undefined,
): readonly UnlikeField[] {
  if (sent === undefined || jsonEquals(sent, stored)) return [];
  return [{ path, sent, ...(stored === undefined ? {} : { stored }) }];
}

function statusOf({ status }: JsonObject): JsonObject {
  return status === undefined ? {} : { status };
}

/** Typed clients send zero values, and spell times and quantities in their own way, without meaning anything. */
function isMeant({ stored: before, sent: after }: UnlikeField): boolean {
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

import { counted, isJsonObject, isTime, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { differences } from "../port/body-differences.ts";
import type { LoggedRequest, UnlikeField } from "../port/logged-request.ts";
import { writerName } from "../port/writer-finding.ts";
import type { LostField } from "../port/writer-finding.ts";
import { unlikeFieldsOf } from "./carried.ts";
import { shownPaths } from "./finding-words.ts";
import type { RuleContext, WriterRule, WriteStep } from "./writer-rule.ts";

/**
 * Finds writes that send a changed status to the main resource, where it is not stored. Their kind has a status
 * subresource that the writer does not use. An unchanged status in a spec write is normal.
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
 * An update with a version was based on the stored status, so every difference is a change. Without a version, the sent
 * status may be stale.
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

/** Whether a difference is intended. Typed clients send zero values, and servers normalize times and quantities. */
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

function valueOf(fields: JsonObject, path: string): JsonValue | undefined {
  return differences({}, statusOf(fields)).find((change) => change.path === path)?.after;
}

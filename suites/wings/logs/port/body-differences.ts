import type { JsonObject } from "#contract";
import { changesBetween } from "#harness";
import type { Change } from "#harness";
import type { LoggedBody, UnlikeField } from "./logged-request.ts";

export function differences(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): readonly Change[] {
  // Paths are relative to the object, so each path starts with a dot.
  return changesBetween(before, after, "").map((change) => ({
    ...change,
    path: change.path.slice(1),
  }));
}

export function unlikeFields(sent: LoggedBody, stored: LoggedBody): readonly UnlikeField[] {
  return differences(sent.fields, stored.fields).map(({ path, before, after }) => ({
    path,
    ...(before === undefined ? {} : { sent: before }),
    ...(after === undefined ? {} : { stored: after }),
  }));
}

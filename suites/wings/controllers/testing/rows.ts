import type { ControllerRequirementId, JsonObject, Resource } from "#contract";
import type { ControllerJudgeOptions } from "../rules/judge-controllers.ts";
import { HistoryFixture } from "./history-fixture.ts";

/** Who writes a step: the controller, as its driver knows; those who write specs; another controller. */
export const driven = { by: "controller" } as const;
/** See {@link driven}. */
export const author = { by: "author" } as const;

/** See {@link driven}. */
export const rival = { by: "rival" } as const;

/** A story, and all that it breaks. */
export interface Row {
  readonly name: string;
  readonly story: () => HistoryFixture;
  readonly broken: readonly ControllerRequirementId[];
  readonly options?: ControllerJudgeOptions;
}

/** An object, with this status or without one, of which nobody knows who made it. */
export function created(status?: JsonObject): HistoryFixture {
  return new HistoryFixture().create(contentWith(status));
}

/** An object, with this status or without one, that its author made. */
export function authored(status?: JsonObject): HistoryFixture {
  return new HistoryFixture().create(contentWith(status), author);
}

/** Goes on with a story in the same way, so many times. */
export function again(
  story: HistoryFixture,
  times: number,
  once: (story: HistoryFixture, index: number) => HistoryFixture,
): HistoryFixture {
  for (let index = 0; index < times; index += 1) once(story, index);
  return story;
}

function contentWith(status: JsonObject | undefined): Pick<Resource, "spec" | "status"> {
  return { spec: { size: 1 }, ...(status === undefined ? {} : { status }) };
}

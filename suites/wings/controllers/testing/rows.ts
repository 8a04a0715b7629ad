import type { ControllerRequirementId, JsonObject, Resource } from "#contract";
import type { ControllerJudgeOptions } from "../rules/judge-controllers.ts";
import { HistoryFixture } from "./history-fixture.ts";

export const driven = { by: "controller" } as const;
export const author = { by: "author" } as const;

export const rival = { by: "rival" } as const;

export interface Row {
  readonly name: string;
  readonly fixture: () => HistoryFixture;
  readonly broken: readonly ControllerRequirementId[];
  readonly options?: ControllerJudgeOptions;
}

/** An object with or without a status, whose creator is unknown. */
export function created(status?: JsonObject): HistoryFixture {
  return new HistoryFixture().create(contentWith(status));
}

export function authored(status?: JsonObject): HistoryFixture {
  return new HistoryFixture().create(contentWith(status), author);
}

export function again(
  fixture: HistoryFixture,
  times: number,
  once: (fixture: HistoryFixture, index: number) => HistoryFixture,
): HistoryFixture {
  for (let index = 0; index < times; index += 1) once(fixture, index);
  return fixture;
}

function contentWith(status: JsonObject | undefined): Pick<Resource, "spec" | "status"> {
  return { spec: { size: 1 }, ...(status === undefined ? {} : { status }) };
}

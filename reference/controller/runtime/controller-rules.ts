import { reportStatus } from "../status-writer/report-status.ts";
import type { Reported, StatusWork } from "../status-writer/report-status.ts";
import type { StatusWriting } from "../status-writer/flush-status.ts";
import { correctStatusRules } from "../status-writer/flush-rules.ts";
import type { StatusRules } from "../status-writer/flush-rules.ts";
import type { Resource } from "#contract";
import type { Target } from "#targets";
import { correctLoopRules } from "./loop-rules.ts";
import type { LoopRules } from "./loop-rules.ts";
import type { Reconciler } from "./reconciler.ts";

export interface ControllerRules {
  readonly status: StatusRules;
  readonly loop: LoopRules;
  readonly report: (
    object: Resource,
    work: StatusWork<void>,
    options: { readonly writing: StatusWriting; readonly signal: AbortSignal },
  ) => Promise<Reported<void>>;
  readonly reconcilers: (
    correct: readonly Reconciler[],
    writing: StatusWriting,
    target: Pick<Target, "description" | "execute" | "watch">,
  ) => readonly Reconciler[];
}

export const correctControllerRules: ControllerRules = {
  status: correctStatusRules,
  loop: correctLoopRules,
  report: (object, work, options) => reportStatus(object, work, options),
  reconcilers: (correct) => correct,
};

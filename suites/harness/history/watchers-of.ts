import type { ObjectKey, ResourceVersion, WatchCommand } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { listOf, watchOf } from "../commands/sample-commands.ts";
import type { ContentMarks } from "./content-marks.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import type { OperationTimer } from "./operation-timer.ts";
import type { WorkloadObject } from "./recorded-client.ts";
import { RecordedWatcher } from "./recorded-watcher.ts";
import type { WorkloadPlan } from "./workload-plan.ts";

/** Maximum number of operations by other clients while a watcher is disconnected. */
const longestAbsence = 60;

export interface WatchersOptions {
  readonly context: CheckContext;
  readonly plan: WorkloadPlan;
  readonly recorder: HistoryRecorder;
  readonly marks: ContentMarks;
  readonly objects: ReadonlyMap<string, WorkloadObject>;
  readonly beside: ObjectKey;
  readonly after: ResourceVersion;
  readonly timer: OperationTimer;
  readonly wake: () => void;
}

/** Returns no watchers if a watch cannot resume from an object's version. */
export function watchersOf(options: WatchersOptions): readonly RecordedWatcher[] {
  const { context, plan, recorder, marks, objects, timer, wake, after } = options;
  if (!canResume(context)) return [];
  const { lean, random } = context;
  const { leaveWithin } = plan;
  const restart = (): Promise<ResourceVersion | undefined> => versionOfList(options);
  return Array.from({ length: plan.watchers }, (_, number) => {
    const parts = {
      name: `w${number + 1}`,
      lean,
      recorder,
      marks,
      objects,
      command: commandOf(options, number),
      absence: () => timer.after(random.below(longestAbsence)),
      restart,
      wake,
      ...(leaveWithin === undefined
        ? {}
        : { presence: () => timer.after(1 + random.below(leaveWithin)) }),
    };
    return new RecordedWatcher(parts, after);
  });
}

/** Watchers rotate through the transports, and through the operations if the workload is mixed. */
function commandOf({ context, plan, beside }: WatchersOptions, number: number): WatchCommand {
  const { features } = context.target;
  const { watch } = context.kind.operations;
  const via = plan.isMixed === true ? watch[number % watch.length] : undefined;
  const isStreamed = number % 2 === 1 && features.includes("watch.serverSentEvents");
  return {
    ...watchOf(context, beside),
    ...(isStreamed ? { channel: "events" } : {}),
    ...(via === undefined ? {} : { via }),
    ...(features.includes("watch.bookmarks") ? { bookmarks: true } : {}),
  };
}

/**
 * Returns the version of a list, from which a watch may start. Returns undefined if lists have no version or are
 * rejected.
 */
async function versionOfList({
  context,
  beside,
}: WatchersOptions): Promise<ResourceVersion | undefined> {
  const { lean, target } = context;
  if (!target.features.includes("list.version")) return undefined;
  const outcome = await lean.execute(listOf(context, beside));
  return outcome.result === "list" ? outcome.resourceVersion : undefined;
}

function canResume({ target: { features, semantics } }: CheckContext): boolean {
  const isOffered = features.includes("watch") && features.includes("watch.resume");
  return isOffered && semantics.cursor !== "ofEvent" && semantics.versionScope !== "object";
}

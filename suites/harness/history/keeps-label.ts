import type { CreateCommand } from "#contract";
import { readOf, specWrite, statusWrite } from "../commands/sample-commands.ts";
import { objectOf } from "../judging/recorded-step.ts";
import type { CheckContext } from "../session/check.ts";
import type { ContentMarks } from "./content-marks.ts";

interface Writes {
  readonly marks: ContentMarks;
  /** Ids of the operations that write specs. Undefined is the target's first operation. */
  readonly updates: readonly (string | undefined)[];
  /** Ids of the operations that write statuses. */
  readonly statusWrites: readonly string[];
}

/**
 * Whether an object keeps the label of the case during spec writes and status writes. Otherwise, it leaves the watches
 * and lists that select the label. Returns true if the object cannot be written.
 */
export async function keepsLabel(
  context: CheckContext,
  { marks, updates, statusWrites }: Writes,
): Promise<boolean> {
  const { label } = context;
  if (Object.keys(label).length === 0) return true;
  const key = context.unusedKey();
  const create: CreateCommand = {
    verb: "create",
    identity: "author",
    key,
    ...marks.authored(marks.next()),
    labels: label,
  };
  let stored = objectOf(await context.call(create));
  const writes = [
    ...updates.map((via) => ({ isOfSpec: true, via })),
    ...statusWrites.map((via) => ({ isOfSpec: false, via })),
  ];
  for (const { isOfSpec, via } of writes) {
    if (stored === undefined) return true;
    const { resourceVersion } = stored.metadata;
    const mark = marks.next();
    const routed = via === undefined ? {} : { via };
    const command = isOfSpec
      ? specWrite(key, { resourceVersion, ...marks.authored(mark), ...routed })
      : statusWrite({ ...context, ...routed }, key, {
          resourceVersion,
          status: marks.reported(mark),
        });
    await context.call(command);
    stored = objectOf(await context.call(readOf(key)));
  }
  const { labels = {} } = stored?.metadata ?? {};
  return (
    stored === undefined || Object.entries(label).every(([name, text]) => labels[name] === text)
  );
}

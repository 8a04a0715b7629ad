import type { CreateCommand } from "#contract";
import { readOf, specWrite, statusWrite } from "../commands/sample-commands.ts";
import { objectOf } from "../judging/recorded-step.ts";
import type { CheckContext } from "../session/check.ts";
import type { ContentMarks } from "./content-marks.ts";

/**
 * Whether an object keeps the label of the case during a spec write, and during a status write through each of `vias`.
 * Otherwise, it leaves the watches and lists that select the label. Returns true if the object cannot be written.
 */
export async function keepsLabel(
  context: CheckContext,
  { marks, vias }: { readonly marks: ContentMarks; readonly vias: readonly string[] },
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
  for (const via of [undefined, ...vias]) {
    if (stored === undefined) return true;
    const { resourceVersion } = stored.metadata;
    const mark = marks.next();
    const command =
      via === undefined
        ? specWrite(key, { resourceVersion, ...marks.authored(mark) })
        : statusWrite({ ...context, via }, key, { resourceVersion, status: marks.reported(mark) });
    await context.call(command);
    stored = objectOf(await context.call(readOf(key)));
  }
  const { labels = {} } = stored?.metadata ?? {};
  return (
    stored === undefined || Object.entries(label).every(([name, text]) => labels[name] === text)
  );
}

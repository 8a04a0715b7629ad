import type { ObjectKey, WatchEvent } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { sampleSpec } from "../commands/sample-commands.ts";

/**
 * Returns a label that all objects of one sequence have, and no other objects. The result is empty if labels cannot be
 * written.
 */
export function labelOfSequence(
  { label }: CheckContext,
  { name }: ObjectKey,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(label).map((labelKey) => [labelKey, name]));
}

/**
 * Creates two sentinel objects, whose events must follow all other events on every open watch. The event for the first
 * sentinel may be lost. Resolves with a predicate that tests whether events include one for the second sentinel.
 */
export async function fenceSequence(
  context: CheckContext,
  label: Readonly<Record<string, string>>,
): Promise<(events: readonly WatchEvent[]) => boolean> {
  const keys = [context.unusedKey(), context.unusedKey()] as const;
  const labels = Object.keys(label).length === 0 ? {} : { labels: label };
  const spec = sampleSpec(context, 0);
  for (const key of keys) {
    await context.call({ verb: "create", identity: "author", key, spec, ...labels });
  }
  return (events) => events.some(({ object }) => object?.metadata.name === keys[1].name);
}

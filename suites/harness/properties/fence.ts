import type { ObjectKey, WatchEvent } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { sampleSpec } from "../commands/commands.ts";

/** What the objects of one sequence carry, and nothing else. Empty where labels cannot be written. */
export function labelOfSequence(
  { label }: CheckContext,
  { name }: ObjectKey,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(label).map((labelKey) => [labelKey, name]));
}

/**
 * Creates two objects more, of which every open watch must tell after everything else: it may lose the
 * first. The result tells whether events have come that far.
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

import type { CreateCommand, Resource } from "#contract";
import { otherLabelOf, sampleSpec } from "#harness";
import type { CheckContext, Step } from "#harness";

/** Creates an object that does not match the case's label selector. The object is removed at the end. */
export function createUnmatched(context: CheckContext): Promise<Step<CreateCommand>> {
  return context.call({
    verb: "create",
    identity: "author",
    key: context.unusedKey(),
    spec: sampleSpec(context, 0),
    labels: otherLabelOf(context),
  });
}

/** Whether an object shows labels that a selector does not match. An object without labels is no evidence. */
export function isUnmatched(
  { metadata: { labels } }: Resource,
  selector: Readonly<Record<string, string>>,
): boolean {
  return (
    labels !== undefined && Object.entries(selector).some(([name, value]) => labels[name] !== value)
  );
}

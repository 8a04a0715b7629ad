import type { AuthoredMetadata } from "#contract";
import { supports } from "#harness";
import type { CheckContext } from "#harness";

/** Lists changes to metadata that the author of the kind can write, with one field each. */
export function metadataChanges(
  context: CheckContext,
  text: string,
): readonly Pick<AuthoredMetadata, "annotations" | "labels">[] {
  const { kind, label } = context;
  const note = { "conformance-note": text };
  return [
    ...(supports(context, "labels.write") ? [{ labels: { ...label, ...note } }] : []),
    ...(kind.isWithoutAnnotations === undefined ? [{ annotations: note }] : []),
  ];
}

import { containsValue, isJsonObject, isSameValue } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import type { Exchange } from "#targets";
import { authoredPlaceholder, hasPlaceholder } from "#targets/graphql";
import type { KindDialect, KindOperations } from "#targets/graphql";
import {
  create,
  isAccepted,
  newKey,
  objectIn,
  read,
  remove,
  send,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/** Metadata that the probe writes in addition to the spec. Finalizers would prevent the deletion of the object. */
const marks = ["labels", "annotations"] as const;
type Mark = (typeof marks)[number];

type Update = KindOperations["update"][number];

/**
 * Sets the mode of a kind's updates that replace omitted fields. An update counts as replacing if changing only the
 * spec clears the labels. In addition, changing only the labels must be rejected, clear the spec, or require the spec.
 * If only the labels are lost, the update remains partial: the loss may be a bug in the endpoint.
 */
export async function learnUpdateModes(trial: Trial): Promise<KindDialect> {
  const { kind } = trial;
  const update: Update[] = [];
  for (const operation of kind.operations.update) {
    const mark = marks.find((one) => isWritable(kind, operation, one));
    const isOpen = mark !== undefined && operation.mode === undefined;
    const isReplacing = isOpen && (await replaces(trial, operation.id, mark));
    update.push(isReplacing ? { ...operation, mode: "replace" } : operation);
  }
  return { ...kind, operations: { ...kind.operations, update } };
}

function isWritable({ paths }: KindDialect, operation: Update, mark: Mark): boolean {
  return (
    paths[mark] !== undefined &&
    paths.spec !== undefined &&
    hasPlaceholder(operation.arguments, "$spec") &&
    hasPlaceholder(operation.arguments, authoredPlaceholder(mark))
  );
}

async function replaces(trial: Trial, id: string, mark: Mark): Promise<boolean> {
  const key = newKey(trial);
  const [spec = {}, other = {}] = trial.kind.samples.specs;
  if (isSameValue(spec, other) || !isAccepted(await create(trial, key, spec))) return false;
  try {
    const change = async (parts: Parts): Promise<Changed> => {
      const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
      const command = { verb: "update", identity: "author", via: id, key, ...parts } as const;
      const exchange = await send(trial, {
        ...command,
        ...(version === undefined ? {} : { resourceVersion: version }),
      });
      return { exchange, after: objectIn(await read(trial, key)) };
    };
    const marked = await change({ spec: other, [mark]: { trial: "one" } });
    if (!isMarked(marked, mark)) return false;
    const respecified = await change({ spec });
    const isWritten = containsValue(respecified.after?.spec, spec);
    if (!isWritten || isMarked(respecified, mark)) return false;
    const remarked = await change({ [mark]: { trial: "two" } });
    const isSpecKept =
      isAccepted(remarked.exchange) && isSameValue(remarked.after?.spec, respecified.after?.spec);
    if (isSpecKept && !isSent(remarked.exchange, spec)) return false;
    const at = ["kinds", trial.kind.name, "operations", "update", id, "mode"];
    trial.notes.note(at, "high", `an update that omitted the ${mark} cleared them`);
    return true;
  } finally {
    await remove(trial, key);
  }
}

type Parts = { readonly spec?: JsonObject } & { readonly [Name in Mark]?: Record<string, string> };

interface Changed {
  readonly exchange: Exchange;
  readonly after: Resource | undefined;
}

function isMarked({ exchange, after }: Changed, mark: Mark): boolean {
  return isAccepted(exchange) && after?.metadata[mark]?.["trial"] !== undefined;
}

/** The schema may require the fields of a spec in every request. */
function isSent({ request }: Exchange, spec: JsonObject): boolean {
  const sent = new Set(namesIn(request?.variables ?? {}));
  return Object.keys(spec).every((name) => sent.has(name));
}

function namesIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

import { describeOutcome, isJsonObject, isSameInstant, isSameValue } from "#contract";
import type { JsonObject, JsonValue, Outcome, Resource } from "#contract";
import { describeAuthored, predictable } from "../state/authored.ts";
import { leakInto } from "../state/leak.ts";
import type { ExpectedObject, RefusalCause, Prediction } from "../state/prediction.ts";

/** Components of an object that are compared separately. */
export type ObjectPart =
  | "identity"
  | "spec"
  | "status"
  | "metadata"
  | "deletion time"
  | "generation"
  | "version";

/** A difference between an observation and its prediction, with messages for the report. */
export type Difference = {
  readonly expected: string;
  readonly actual: string;
} & (
  | { readonly about: "acceptance" }
  | { readonly about: "refusal"; readonly cause: RefusalCause }
  | { readonly about: "list" }
  | {
      readonly about: "part";
      readonly part: ObjectPart;
      readonly member?: string;
      /** Whether a new object has the status of the previous object with the same name. */
      readonly isInherited?: true;
      /** Whether a field that the first status write omitted may have its default. */
      readonly mayBeDefault?: true;
    }
);

export function differencesOf(prediction: Prediction, outcome: Outcome): readonly Difference[] {
  switch (prediction.result) {
    case "open":
      return [];
    case "refused":
      return refusalDifference(prediction, outcome);
    case "list":
      return outcome.result === "list"
        ? listDifference(
            prediction.items,
            outcome.items.filter(({ metadata }) => prediction.names.has(metadata.name)),
          )
        : [{ about: "acceptance", expected: "a list", actual: describeOutcome(outcome) }];
    case "object":
      return objectOutcomeDifference(prediction, outcome);
  }
}

function refusalDifference(
  { cause, reasons }: Extract<Prediction, { readonly result: "refused" }>,
  outcome: Outcome,
): readonly Difference[] {
  const isRight =
    outcome.result === "refused" &&
    reasons.some(
      (reason) =>
        reason === outcome.refusal.reason || outcome.refusal.alsoFor?.includes(reason) === true,
    );
  if (isRight) return [];
  const expected = `rejected as ${reasons.join(" or ")}: ${cause}`;
  return [{ about: "refusal", cause, expected, actual: describeOutcome(outcome) }];
}

function objectOutcomeDifference(
  { expected, effect }: Extract<Prediction, { readonly result: "object" }>,
  outcome: Outcome,
): readonly Difference[] {
  // The response to a delete request or a dry run may omit the object.
  const isSilent = effect.effect !== "stored" || expected.isTerminating;
  if (outcome.result === "done" && isSilent) return [];
  if (outcome.result === "object") return objectDifferences(expected, outcome.object);
  return [{ about: "acceptance", expected: "accepted", actual: describeOutcome(outcome) }];
}

export function objectDifferences(
  expected: ExpectedObject,
  actual: Resource,
): readonly Difference[] {
  return [
    ...identityDifference(expected, actual),
    ...specDifference(expected, actual),
    ...statusDifference(expected, actual),
    ...metadataDifference(expected, actual),
    ...deletionDifference(expected, actual),
    ...generationDifference(expected, actual),
    ...versionDifference(expected, actual),
    ...foreignDifference(expected, actual),
  ];
}

/** Returns the differences between a state that was read and the stored state. */
export function stateDifferences(stored: Resource, actual: Resource): readonly Difference[] {
  const { generation, deletionTimestamp } = stored.metadata;
  const { spec, status } = stored;
  return objectDifferences(
    {
      before: stored,
      version: "kept",
      ...(generation === undefined ? {} : { generation }),
      spec,
      tolerated: {},
      status,
      authored: predictable(stored.metadata),
      isTerminating: deletionTimestamp !== undefined,
    },
    actual,
  );
}

function part(name: ObjectPart, expected: string, actual: string): readonly Difference[] {
  return expected === actual ? [] : [{ about: "part", part: name, expected, actual }];
}

function identityDifference(
  { before }: ExpectedObject,
  { metadata }: Resource,
): readonly Difference[] {
  if (before === undefined) return [];
  const { creationTimestamp: created } = before.metadata;
  const shown = { ...metadata, creationTimestamp: sameTime(created, metadata.creationTimestamp) };
  return part("identity", describeIdentity(before.metadata), describeIdentity(shown));
}

function sameTime(before: string | undefined, found: string | undefined): string | undefined {
  if (before === undefined || found === undefined) return found;
  return isSameInstant(before, found) ? before : found;
}

function describeIdentity(
  of: Omit<Resource["metadata"], "creationTimestamp"> & {
    readonly creationTimestamp?: string | undefined;
  },
): string {
  const { uid, name, namespace = "no namespace", creationTimestamp = "at an unknown time" } = of;
  return `${name} in ${namespace} with uid ${uid}, created ${creationTimestamp}`;
}

function specDifference(
  { before, spec = {}, tolerated }: ExpectedObject,
  actual: Resource,
): readonly Difference[] {
  const found = actual.spec ?? {};
  const names = [...new Set([...Object.keys(spec), ...Object.keys(found)])];
  const wrong = names.find((name) => {
    if (isSameValue(spec[name], found[name])) return false;
    if (Object.hasOwn(spec, name))
      return !isDefaulted(spec[name], found[name], before === undefined);
    return tolerated !== undefined && !isSameValue(tolerated[name], found[name]);
  });
  return wrong === undefined
    ? []
    : [memberDifference("spec", wrong, { expected: spec[wrong], actual: found[wrong] })];
}

/** Whether an object is new and contains the sent value with additional defaults. */
function isDefaulted(
  sent: JsonValue | undefined,
  found: JsonValue | undefined,
  isNew: boolean,
): boolean {
  if (!isNew || !isJsonObject(sent) || !isJsonObject(found)) return false;
  return Object.entries(sent).every(([name, value]) => isSameValue(value, found[name]));
}

function statusDifference(
  { status, named, excluded }: ExpectedObject,
  actual: Resource,
): readonly Difference[] {
  if (excluded !== undefined) {
    const inherited = inheritance(excluded, actual);
    if (inherited.length > 0 || status === undefined) return inherited;
  }
  const wanted: JsonObject = status ?? {};
  const found: JsonObject = actual.status ?? {};
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
  const wrong = names.find((name) => {
    const isDefault = !Object.hasOwn(wanted, name) && named?.has(name) === false;
    return !isDefault && !isSameValue(wanted[name], found[name]);
  });
  return wrong === undefined
    ? []
    : [memberDifference("status", wrong, { expected: wanted[wrong], actual: found[wrong] })];
}

function foreignDifference(
  { foreign = [] }: ExpectedObject,
  { status = {} }: Resource,
): readonly Difference[] {
  const found = foreign.filter(({ member, value }) => isSameValue(status[member], value));
  const worst = found.find(({ mayBeDefault }) => mayBeDefault === undefined) ?? found[0];
  if (worst === undefined) return [];
  const { member, value, mayBeDefault } = worst;
  const difference = memberDifference("status", member, { expected: undefined, actual: value });
  return [{ ...difference, ...(mayBeDefault === undefined ? {} : { mayBeDefault }) }];
}

function inheritance(
  statuses: NonNullable<ExpectedObject["excluded"]>,
  { status }: Resource,
): readonly Difference[] {
  const actual = leakInto({ ...statuses, found: status });
  if (actual === undefined) return [];
  const expected = "nothing from the status of the previous object with this name";
  return [{ about: "part", part: "status", isInherited: true, expected, actual }];
}

function memberDifference(
  side: "spec" | "status",
  member: string,
  values: { readonly expected: JsonValue | undefined; readonly actual: JsonValue | undefined },
): Difference {
  const describe = (value: JsonValue | undefined): string =>
    value === undefined ? `no ${side}.${member}` : `${side}.${member} ${JSON.stringify(value)}`;
  return {
    about: "part",
    part: side,
    member,
    expected: describe(values.expected),
    actual: describe(values.actual),
  };
}

function metadataDifference(
  { authored }: ExpectedObject,
  { metadata }: Resource,
): readonly Difference[] {
  return part("metadata", describeAuthored(authored), describeAuthored(metadata));
}

function deletionDifference(
  { before, isTerminating }: ExpectedObject,
  { metadata }: Resource,
): readonly Difference[] {
  const earlier = before?.metadata.deletionTimestamp;
  const found = sameTime(earlier, metadata.deletionTimestamp);
  const expected = earlier ?? (isTerminating ? "a deletion time" : "no deletion time");
  const isRight =
    earlier === undefined ? isTerminating === (found !== undefined) : found === earlier;
  return isRight ? [] : part("deletion time", expected, found ?? "no deletion time");
}

function generationDifference(
  { generation }: ExpectedObject,
  { metadata }: Resource,
): readonly Difference[] {
  if (generation === undefined || metadata.generation === undefined) return [];
  return part("generation", `generation ${generation}`, `generation ${metadata.generation}`);
}

function versionDifference(
  { before, version }: ExpectedObject,
  { metadata }: Resource,
): readonly Difference[] {
  if (before === undefined || version === "either") return [];
  const old = before.metadata.resourceVersion;
  const found = `version ${metadata.resourceVersion}`;
  const isKept = metadata.resourceVersion === old;
  if (version === "kept") return isKept ? [] : part("version", `version ${old}, as before`, found);
  return isKept ? part("version", `a version other than ${old}`, found) : [];
}

function listDifference(
  items: readonly Resource[],
  found: readonly Resource[],
): readonly Difference[] {
  if (describeList(items) !== describeList(found)) {
    return [{ about: "list", expected: describeList(items), actual: describeList(found) }];
  }
  const differences = items.flatMap((item) => {
    const other = found.find(({ metadata }) => metadata.name === item.metadata.name);
    return other === undefined ? [] : stateDifferences(item, other);
  });
  return differences.slice(0, 1);
}

function describeList(items: readonly Resource[]): string {
  const names = items.map(
    ({ metadata }) => `${metadata.name} at version ${metadata.resourceVersion}`,
  );
  return `a list of [${names.toSorted().join(", ")}]`;
}

import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  defineCheck,
  isAccepted,
  objectOf,
  readOf,
  sampleSpec,
  sampleStatus,
  statusWrite,
  undecided,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, Step, ValueShape } from "#harness";
import { judgeUntouched } from "./judge-untouched.ts";
import { delayBetween } from "./status-write-keeps-spec-and-metadata.ts";

interface Trial {
  /** Absent, like the next properties, if the type of the spec is unknown or the sample spec has no optional field. */
  readonly created?: Step;
  /** Absent, like the next properties, if the object could not be created. */
  readonly before?: Step;
  readonly write?: Step;
  readonly after?: Step;
}

/** The trial without any optional field. */
interface Observations extends Trial {
  /** The same without single fields of nested objects. Absent in records of earlier releases. */
  readonly nested?: readonly Trial[];
}

const requirements = [
  "isolation.status-write-never-changes-spec",
  "isolation.status-write-never-changes-metadata",
] as const;

/**
 * Detects a status write that stores the whole object with defaults. This is visible only if the author omitted a field
 * with a default.
 */
export const sparseSpecIsKept = defineCheck<Observations>({
  id: "isolation/sparse-spec-is-kept",
  title: "A status write sets no spec field that the author omitted",
  covers: requirements,
  scope: "status-write",

  async drive(context) {
    const spec = sampleSpec(context, 0);
    const shape = context.kind.shapes?.spec;
    const sparse = requiredOf(spec, shape);
    if (sparse === undefined) return {};
    const isSparser = Object.keys(sparse).length < Object.keys(spec).length;
    const [whole, nested] = await Promise.all([
      isSparser ? tryWith(context, sparse) : {},
      Promise.all(withoutNested(spec, shape).map((one) => tryWith(context, one))),
    ]);
    return { ...whole, nested };
  },

  judge({ nested = [], ...whole }) {
    const findings = [whole, ...nested].map(judgeTrial);
    const tried = findings.filter((all) => all.some(isExercised));
    return (tried.length === 0 ? findings.slice(0, 1) : tried).flat();
  },
});

async function tryWith(context: CheckContext, spec: JsonObject): Promise<Trial> {
  const key = context.unusedKey();
  const labels = Object.keys(context.label).length === 0 ? {} : { labels: context.label };
  const command = { verb: "create", identity: "author", key, spec, ...labels } as const;
  const created = await context.call(command);
  if (!isAccepted(created)) return { created };
  const before = await context.call(readOf(key));
  const { resourceVersion } = acceptedObject(before, "the object could not be read").metadata;
  const status = sampleStatus(context, 0);
  const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
  const after = await context.call(readOf(key));
  return { created, before, write, after };
}

function judgeTrial({ created, before, write, after }: Trial): readonly Finding[] {
  if (before === undefined || write === undefined || after === undefined) {
    return vacuous(requirements, "no object with a spec without optional fields could be created");
  }
  if (objectOf(write) === undefined) {
    return vacuous(requirements, "the status of an object with such a spec cannot be written");
  }
  const delay =
    (created === undefined ? undefined : delayBetween(created, before)) ??
    delayBetween(write, after);
  const evidence = [before, write, after].map(({ exchange }) => exchange);
  return delay === undefined
    ? judgeUntouched("an accepted status write", { before, attempt: write, after })
    : requirements.map((requirement) => undecided(requirement, delay, evidence));
}

function isExercised(finding: Finding): boolean {
  return finding.result !== "held" || finding.instances > 0;
}

/** Maximum number of specs that each lack one field of a nested object. */
const mostNested = 6;

/** Returns specs that each lack one optional field of a nested object, as far as the types are known. */
export function withoutNested(
  spec: JsonObject,
  shape: ValueShape | undefined,
): readonly JsonObject[] {
  return [...lacking(spec, shape, false)].slice(0, mostNested);
}

function* lacking(
  value: JsonObject,
  shape: ValueShape | undefined,
  isNested: boolean,
): Generator<JsonObject> {
  const members = shape?.kind === "object" ? shape.members : [];
  for (const { name, shape: inner, isRequired } of members) {
    const { [name]: below, ...others } = value;
    if (below === undefined) continue;
    if (isNested && !isRequired) yield others;
    if (!isJsonObject(below)) continue;
    for (const sparser of lacking(below, inner, true)) yield { ...value, [name]: sparser };
  }
}

/** The required fields of a spec. Undefined if its declared type is unknown. */
export function requiredOf(
  spec: JsonObject,
  shape: ValueShape | undefined,
): JsonObject | undefined {
  if (shape?.kind !== "object") return undefined;
  const required = new Set(
    shape.members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(spec).filter(([name]) => required.has(name)));
}

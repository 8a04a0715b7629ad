import { counted, isJsonObject, keyOf } from "#contract";
import type { JsonValue } from "#contract";
import {
  claim,
  conditionsPathOf,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  vacuous,
} from "#harness";
import type { ConditionsPlace, Finding, Step } from "#harness";
import { areListsMerged, shapeOfMember } from "./status-places.ts";
import type { Shape } from "./status-places.ts";

const requirement = "write.stores-submitted-status";

/** Lengths just above common default page sizes: 10, 20 and 25, then 50 and 100. */
const sizes = [26, 101];

const maxLists = 2;

interface Report {
  readonly member: string;
  readonly size: number;
  readonly write: Step;
  /** Absent if the write was not accepted. */
  readonly read?: Step;
}

interface Place {
  readonly member: string;
  readonly value: JsonValue;
  readonly shape: Shape;
  readonly areConditions: boolean;
}

/** An endpoint may truncate a list in a status at a default page size that short samples never reach. */
export const longListsAreStored = defineCheck<readonly Report[]>({
  id: "write/long-lists-are-stored",
  title: "If a long list in a status is accepted, all of its items are stored and returned",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const { kind } = context;
    const reports: Report[] = [];
    const sample = sampleStatus(context, 0);
    const places = Object.entries(sample)
      .map(([member, value]) => ({
        member,
        value,
        shape: shapeOfMember(kind.shapes?.status, member),
      }))
      .map((place) => ({ ...place, areConditions: areConditionsIn(kind, place.member) }))
      .filter((place) => longer(place, 1) !== undefined);
    if (places.length === 0 || areListsMerged(context)) return reports;
    let { object } = await context.fixture();
    const key = keyOf(object);
    const send = async (place: Place, size: number): Promise<boolean> => {
      const { member } = place;
      const list = longer(place, size);
      const { resourceVersion } = object.metadata;
      const status = { ...sample, ...(list === undefined ? {} : { [member]: list }) };
      const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
      const read = isAccepted(write) ? await context.call(readOf(key)) : undefined;
      reports.push({ member, size, write, ...(read === undefined ? {} : { read }) });
      const stored = read === undefined ? undefined : objectOf(read);
      object = stored ?? object;
      return stored !== undefined;
    };
    for (const place of places.slice(0, maxLists)) {
      const most = place.areConditions ? kind.samples.mostConditions : undefined;
      for (const size of sizes) {
        if (size > (most ?? size) || !(await send(place, size))) break;
      }
    }
    return reports;
  },

  judge(reports) {
    const findings = reports.flatMap((report) => judgeReport(report));
    return findings.length === 0 ? vacuous([requirement], "no long list was accepted") : findings;
  },
});

function areConditionsIn(kind: ConditionsPlace, member: string): boolean {
  const { path } = conditionsPathOf(kind);
  return path.length === 1 && path[0] === member;
}

function judgeReport({ member, size, write, read }: Report): readonly Finding[] {
  const failure = failureOf(write) ?? (read === undefined ? undefined : failureOf(read));
  const evidence = [write.exchange, ...(read === undefined ? [] : [read.exchange])];
  if (failure !== undefined) return [errored(requirement, failure, evidence)];
  const shown = read === undefined ? undefined : objectOf(read)?.status?.[member];
  // A rejected list is inconclusive, because the server may limit its length.
  if (read === undefined || objectOf(read) === undefined) return [];
  const found = Array.isArray(shown) ? shown.length : 0;
  return [
    claim(requirement, {
      holds: found >= size,
      expected: `status.${member} has ${counted(size, "item")}, as in the accepted write`,
      actual: `status.${member} has ${counted(found, "item")}`,
      evidence,
    }),
  ];
}

/**
 * A list of `size` distinct items that are similar to the first item of a field. Undefined if no such list can be
 * generated.
 */
function longer(place: Place, size: number): readonly JsonValue[] | undefined {
  const itemWith = typeof firstOf(place) === "string" ? textLike(place) : objectLike(place);
  if (itemWith === undefined) return undefined;
  return Array.from({ length: size }, (_, index) => itemWith(String(index + 1)));
}

type ItemWith = (number: string) => JsonValue;

function textLike({ shape, value }: Place): ItemWith | undefined {
  const first = firstOf({ value });
  const items = shape?.kind === "list" ? shape.items : undefined;
  // Strings other than those in the samples may be valid. A rejected list is inconclusive.
  const isFree =
    items === undefined ||
    (items.kind === "text" && items.form !== "instant") ||
    (items.kind === "choice" && items.isSampled === true);
  return isFree && typeof first === "string" ? (number) => `${first}${number}` : undefined;
}

/**
 * Generates variants of a list item with different keys. The key must be known, because a server may drop items with
 * equal keys.
 */
function objectLike({ areConditions, value, shape }: Place): ItemWith | undefined {
  const list = shape?.kind === "list" ? shape : undefined;
  const name = areConditions ? "type" : list?.uniqueBy?.[0];
  const first = firstOf({ value });
  if (name === undefined || !isJsonObject(first)) return undefined;
  const word = first[name];
  // Sample conditions use only a few types, although the endpoint may accept any type.
  const isFree = areConditions || shapeOfMember(list?.items, name)?.kind !== "choice";
  if (typeof word !== "string" || !isFree) return undefined;
  return (number) => ({ ...first, [name]: `${word}${number}` });
}

function firstOf({ value }: Pick<Place, "value">): JsonValue | undefined {
  return Array.isArray(value) ? value[0] : undefined;
}

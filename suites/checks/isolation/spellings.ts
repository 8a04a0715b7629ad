import { isJsonObject, isSameValue } from "#contract";
import type { ForeignMembers, JsonObject, JsonValue } from "#contract";
import type { ForeignPlace, KindDescription, OwnedPart } from "#harness";

/** The name and path of fields that belong to the other side, or to neither side. */
export interface Spelling {
  /** Describes the fields and their position: `a spec next to the status`. */
  readonly what: string;
  readonly foreign: ForeignMembers;
  /** Whether the fields are at the same path as in a complete object. At any other path, they are unknown fields. */
  readonly isInPlace?: boolean;
  /** Whether the target knows fields with this name. Defaults to `own`. */
  readonly standing?: "own" | "unknown";
  readonly admission?: ForeignPlace["admission"];
  /**
   * Whether the value has only one field of the spec or status. The target may reject it because another field is
   * missing, so only an acceptance counts.
   */
  readonly isPart?: true;
}

export function statusSpellings(status: JsonObject, via: string): readonly Spelling[] {
  const members = { status };
  return [
    {
      what: `a status next to the spec (${via})`,
      foreign: { place: "beside", members },
      isInPlace: true,
    },
    { what: `a status inside the spec (${via})`, foreign: { place: "inside", members } },
  ];
}

export interface ForeignWrite {
  readonly verb: ForeignPlace["verb"];
  readonly via: string;
  /** The value to send for each part that the write does not own. */
  readonly values: Readonly<Partial<Record<OwnedPart, JsonValue>>>;
}

/**
 * Returns the contract's variants, each marked as known to the target or not, and the target's own variants at all
 * places in its schema.
 */
export function inAllWords(
  { foreignPlaces }: Pick<KindDescription, "foreignPlaces">,
  { verb, via, values }: ForeignWrite,
  spellings: readonly Spelling[],
): readonly Spelling[] {
  if (foreignPlaces === undefined) return spellings;
  const places = foreignPlaces.filter((place) => place.verb === verb && place.via === via);
  const own = places.flatMap((place): readonly Spelling[] => {
    const value = values[place.part];
    const isGiven = spellings.some((spelling) => placeOf(spelling, [place]) !== undefined);
    return value === undefined || isGiven ? [] : [ownSpelling(place, value)];
  });
  return [
    ...spellings.map((spelling) => ({ ...spelling, ...standingOf(spelling, places) })),
    ...own,
  ];
}

const mostParts = 6;

/**
 * Returns a variant for each single field of a foreign spec or status, at every place that the target admits: some
 * targets reject one field and store another. Without a schema, uses only the place in a complete object. Omits fields
 * whose value is already stored, because a target may accept a write that repeats it.
 */
export function inSingleFields(
  { foreignPlaces }: Pick<KindDescription, "foreignPlaces">,
  write: { readonly verb: ForeignPlace["verb"]; readonly via: string },
  part: {
    readonly name: "spec" | "status";
    readonly value: JsonObject;
    readonly stored: JsonObject;
  },
): readonly Spelling[] {
  const fields = Object.entries(part.value).filter(
    ([name, value]) => !(Object.hasOwn(part.stored, name) && isSameValue(part.stored[name], value)),
  );
  if (Object.keys(part.value).length < 2) return [];
  return fields.slice(0, mostParts).flatMap(([field, value]) => {
    const what = `only the field ${field} of a ${part.name}`;
    const members = { [part.name]: { [field]: value } };
    if (foreignPlaces === undefined) {
      const isPart = true;
      return [{ what, foreign: { place: "beside", members }, isInPlace: true, isPart } as const];
    }
    return foreignPlaces
      .filter(
        (place) =>
          place.verb === write.verb &&
          place.via === write.via &&
          place.part === part.name &&
          place.path !== "" &&
          place.admission !== "closed" &&
          place.isGuess !== true,
      )
      .map((place): Spelling => ({
        ...ownSpelling(place, members[part.name] ?? {}),
        what: `${what} as ${place.path} (${place.via})`,
        isPart: true,
      }));
  });
}

function ownSpelling(found: ForeignPlace, value: JsonValue): Spelling {
  const { part, path, via, place, admission, isGuess } = found;
  return {
    what: path === "" ? `${nouns[part]} (${via})` : `${nouns[part]} as ${path} (${via})`,
    foreign: { place, members: { [part]: value }, at: path },
    ...(place === "beside" ? { isInPlace: true } : {}),
    standing: isGuess === true ? "unknown" : "own",
    admission,
  };
}

const nouns: Readonly<Record<OwnedPart, string>> = {
  spec: "a spec",
  status: "a status",
  labels: "labels",
  annotations: "annotations",
  generation: "a generation",
};

function standingOf(
  spelling: Spelling,
  places: readonly ForeignPlace[],
): Pick<Spelling, "admission" | "standing"> {
  const found = placeOf(spelling, places);
  if (found === undefined) return { standing: "unknown" };
  return { standing: found.isGuess === true ? "unknown" : "own", admission: found.admission };
}

function placeOf(
  { foreign: { place, members } }: Spelling,
  places: readonly ForeignPlace[],
): ForeignPlace | undefined {
  const [name] = Object.keys(members);
  const metadata = members["metadata"];
  const isNested = isJsonObject(metadata);
  const part = isNested ? Object.keys(metadata)[0] : name;
  const form = isNested ? "nested" : "flat";
  return places.find(
    (one) => one.place === place && one.part === part && one.contractForm === form,
  );
}

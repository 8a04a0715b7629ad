import { getNamedType, isNonNullType } from "graphql";
import type { GraphQLOutputType } from "graphql";
import type { WatchEvent } from "#contract";
import type { EventMeaning, WatchOperation } from "#targets/graphql";
import { keyIn, partAmong } from "./event-places.ts";
import type { EventOwner } from "./event-places.ts";
import { isEarlierState } from "../schema/payloads.ts";
import { isListed, outputFields } from "../schema/root-fields.ts";

/** Events with a field for each type of change. Each event sets exactly one of these fields. */
export interface FilledEvents {
  readonly kind: string;
  readonly names: Readonly<Record<string, EventMeaning>>;
  /** Paths that identify the deleted object, if the delete event does not contain it. */
  readonly places: Pick<WatchOperation, "key" | "resourceVersion">;
}

type Member = readonly [name: string, type: GraphQLOutputType];

/**
 * Recognizes an event that has an optional object field for each type of change. Another field may identify a deleted
 * object. In that case, one field may contain the objects of both create and change events.
 */
export function filledEvents(
  members: Readonly<Record<string, GraphQLOutputType>>,
  {
    kinds,
    ownerOf,
    meaningOf,
  }: {
    readonly kinds: ReadonlySet<string>;
    readonly ownerOf: (kind: string) => EventOwner;
    readonly meaningOf: (word: string) => WatchEvent["type"] | undefined;
  },
): FilledEvents | undefined {
  const open = Object.entries(members).filter(
    ([, type]) => !isNonNullType(type) && !isListed(type),
  );
  const holding = open.filter((member) => kinds.has(kindIn(member)));
  const [first] = holding;
  if (first === undefined) return undefined;
  const kind = kindIn(first);
  const others = open.filter((member) => !holding.includes(member));
  const gone = goneAmong(others, ownerOf(kind), meaningOf);
  if (holding.length < 2) return upsertsOf(first, gone);
  const words = wordsOf(holding, gone === undefined, meaningOf);
  const isLife = words.some(([, type]) => type === "ADDED" || type === "DELETED");
  if (!isLife || holding.some((member) => kindIn(member) !== kind)) return undefined;
  const last: typeof words = gone === undefined ? [] : [[gone.name, "DELETED"]];
  return { kind, names: Object.fromEntries([...words, ...last]), places: gone?.places ?? {} };
}

/**
 * Recognizes an event that contains the states before and after a change, such as `old` and `new`. A deletion has only
 * the state before it, whose version earlier events reported as well.
 */
export function statePair(
  members: Readonly<Record<string, GraphQLOutputType>>,
  { kinds, owner }: { readonly kinds: ReadonlySet<string>; readonly owner: EventOwner },
): FilledEvents | undefined {
  const states = Object.entries(members).filter((one) => kinds.has(kindIn(one)));
  const before = states.find(([name]) => isEarlierState(name));
  const after = states.find(([name]) => !isEarlierState(name));
  const isOpen = states.every(([, type]) => !isNonNullType(type) && !isListed(type));
  if (before === undefined || after === undefined || states.length > 2 || !isOpen) return undefined;
  const kind = kindIn(after);
  if (kindIn(before) !== kind) return undefined;
  const key = keyIn(before[1], { ...owner, kind });
  if (key === undefined) return undefined;
  return { kind, names: { [after[0]]: "UPSERTED", [before[0]]: "DELETED" }, places: { key } };
}

function upsertsOf(holding: Member, gone: Gone | undefined): FilledEvents | undefined {
  if (gone?.isSaid !== true) return undefined;
  const names = { [holding[0]]: "UPSERTED", [gone.name]: "DELETED" } as const;
  return { kind: kindIn(holding), names, places: gone.places };
}

interface Gone {
  readonly name: string;
  readonly places: FilledEvents["places"];
  /** Whether the name of the field indicates a deletion. */
  readonly isSaid: boolean;
}

function kindIn([, type]: Member): string {
  return getNamedType(type).name;
}

/** Returns the event type of each field, inferred from its name or else from its position. */
function wordsOf(
  holding: readonly Member[],
  isWhole: boolean,
  meaningOf: (word: string) => WatchEvent["type"] | undefined,
): readonly (readonly [string, WatchEvent["type"]])[] {
  // Two fields can also contain the states before and after one change, such as `old` and `new`.
  const isPair = isWhole && holding.length < lifeLength;
  if (isPair && holding.some(([name]) => meaningOf(name) === undefined)) return [];
  return holding.map(([name], index) => {
    const isLast = isWhole && index === holding.length - 1 && index >= lifeLength - 1;
    const usual = index === 0 ? "ADDED" : isLast ? "DELETED" : "MODIFIED";
    return [name, meaningOf(name) ?? usual];
  });
}

const lifeLength = 3;

/**
 * Finds the field that identifies a deleted object: the field whose name indicates a deletion, or else the only field
 * with a key.
 */
function goneAmong(
  others: readonly Member[],
  owner: EventOwner,
  meaningOf: (word: string) => WatchEvent["type"] | undefined,
): Gone | undefined {
  const naming = others.flatMap(([name, type]) => {
    const places = placesIn(type, owner);
    return places === undefined ? [] : [{ name, places, isSaid: meaningOf(name) === "DELETED" }];
  });
  const deletion = naming.find(({ isSaid }) => isSaid);
  const [only, ...more] = naming.filter(
    ({ places }) => places.key?.uid !== "" && places.key?.name !== "",
  );
  return deletion ?? (more.length === 0 ? only : undefined);
}

function placesIn(type: GraphQLOutputType, owner: EventOwner): FilledEvents["places"] | undefined {
  const named = getNamedType(type);
  if (named.name === "ID") return { key: { uid: "" } };
  if (named.name === "String") return { key: { name: "" } };
  const names = Object.keys(outputFields(named));
  const key = keyIn(named, owner);
  const version = partAmong("resourceVersion", names, owner);
  if (key === undefined) return undefined;
  return { key, ...(version === undefined ? {} : { resourceVersion: version }) };
}

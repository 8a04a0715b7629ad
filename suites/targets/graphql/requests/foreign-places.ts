import { getNullableType, isInputObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { ForeignPlace, OwnedPart } from "../../port/foreign-place.ts";
import { definesStatus } from "../dialect/defined-status.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import type { ObjectOperation, StatusOperation } from "../dialect/dialect-operations.ts";
import { stepsOf } from "../schema/paths.ts";
import { documentOf } from "./prepared-dialect.ts";
import { ownWordsOf } from "./own-words.ts";
import type { OwnWords } from "./own-words.ts";
import { openPlaces, searchPlaces, typesOf } from "./search-places.ts";
import type { Search } from "./input-signs.ts";
import type { FoundPlace, InputTypes } from "./search-places.ts";
import { argumentTypes, filterTypesOf, inputTypesOf, membersIn } from "./write-types.ts";
import type { Write } from "./write-types.ts";

export interface OwnPlace extends FoundPlace {
  readonly described: ForeignPlace;
  /** Set if the path is in the patch rather than in the arguments. */
  readonly isInPatch?: true;
  /** A document with the additional arguments. Defaults to the document of the operation. */
  readonly document?: string;
}

const verbs = ["create", "update", "updateStatus"] as const;

const foreignParts: Readonly<Record<ForeignPlace["verb"], readonly OwnedPart[]>> = {
  create: ["status", "generation"],
  update: ["status", "generation"],
  updateStatus: ["spec", "labels", "annotations", "generation"],
};

/**
 * Returns a function that finds where the writes of a kind accept fields that they do not own. Searches each kind once,
 * on demand.
 */
export function foreignPlacesIn(
  schema: GraphQLSchema,
  { selectionDepth }: Pick<Dialect, "selectionDepth">,
): (kind: KindDialect) => readonly OwnPlace[] {
  const known = new Map<KindDialect, readonly OwnPlace[]>();
  return (kind) => {
    const found = known.get(kind) ?? foreignPlacesOf(schema, kind, selectionDepth);
    known.set(kind, found);
    return found;
  };
}

/**
 * Finds all paths at which the writes of a kind accept fields that they do not own. The paths use the endpoint's names.
 */
export function foreignPlacesOf(
  schema: GraphQLSchema,
  kind: KindDialect,
  depth?: number,
): readonly OwnPlace[] {
  if (kind.operations.updateStatus.length === 0) return [];
  return verbs.flatMap((verb) => {
    const operations: readonly (ObjectOperation | StatusOperation)[] = kind.operations[verb];
    return operations.flatMap((operation) =>
      foreignParts[verb].flatMap((part) => {
        const own = ownWordsOf(kind, part);
        return own === undefined ? [] : placesOf({ schema, kind, verb, operation, depth }, own);
      }),
    );
  });
}

function placesOf(write: Write, own: OwnWords): readonly OwnPlace[] {
  const { operation } = write;
  const search = searchFor(write, own);
  const isPatch = "encoding" in operation && (operation.encoding ?? "plain") !== "plain";
  if (isPatch) {
    const inPatch = [
      ...openPlaces("beside", [], { search, taken: ["status"] }),
      ...openPlaces("inside", ["status"], { search, taken: search.bodyMembers }),
    ];
    return inPatch.map((found) => ({
      ...found,
      described: describe(write, own, found),
      isInPatch: true,
    }));
  }
  const types = argumentTypes(write);
  const found = distinct(searchPlaces(types, operation.arguments, search));
  const closed = closedPlaces(write, search, { types, found });
  const all = [
    ...found.map((one) => ({
      ...one,
      described: { ...describe(write, own, one), ...standingIn(write, one) },
      ...withDocument(write, one),
    })),
    ...closed.map((one) => ({
      ...one,
      described: { ...describe(write, own, one), admission: "closed" as const },
    })),
  ];
  return all.every(isSingleMembers) ? [...all, nowhere(write, own)] : all;
}

/** A field inside a status whose fields are not defined may belong to the status. */
function standingIn(
  { verb, kind }: Write,
  { place, types }: FoundPlace,
): { readonly isGuess?: true } {
  const isOpen = place === "inside" && types === undefined;
  return verb === "updateStatus" && isOpen && !definesStatus(kind) ? { isGuess: true } : {};
}

/**
 * Whether a path accepts single fields but not the whole part, for example because the argument was found only by its
 * name.
 */
function isSingleMembers({ isGuess, values }: OwnPlace): boolean {
  const trees = Object.values(values);
  return isGuess === true && trees.every((tree) => typeof tree === "string" && tree.includes("."));
}

function withDocument(
  { schema, kind, verb, operation, depth }: Write,
  { holder, values }: FoundPlace,
): Pick<OwnPlace, "document"> {
  if (holder.length > 0 || operation.document !== undefined) return {};
  const asked = { ...operation, arguments: { ...operation.arguments, ...values } };
  const document = documentOf(schema, { kind, verb, operation: asked }, depth);
  return document === undefined ? {} : { document };
}

function searchFor({ schema, kind, verb }: Write, own: OwnWords): Search {
  const bodyPart = verb === "updateStatus" ? "status" : "spec";
  const { part } = own;
  const partMembers = part === "spec" || part === "status" ? membersIn(schema, kind, part) : [];
  return {
    own,
    body: `$${bodyPart}`,
    bodyMembers: membersIn(schema, kind, bodyPart),
    filters: filterTypesOf(schema, kind),
    inputTypes: part === "spec" || part === "status" ? inputTypesOf(schema, kind, part) : [],
    partMembers,
  };
}

/**
 * Returns the paths that the dialect declares for foreign fields, if their types have no field with the endpoint's name
 * for the part.
 */
function closedPlaces(
  { operation }: Write,
  { own, bodyMembers }: Search,
  { types, found }: { readonly types: InputTypes; readonly found: readonly FoundPlace[] },
): readonly FoundPlace[] {
  const free = own.words.filter(({ name }) => !bodyMembers.includes(name));
  const wholes = free.filter(({ isWhole }) => isWhole);
  const words = wholes.length > 0 ? wholes : free.slice(0, 1);
  return (["beside", "inside"] as const).flatMap((place): readonly FoundPlace[] => {
    const path = operation[place];
    if (path === undefined || !isTyped(types, stepsOf(path))) return [];
    const holder = stepsOf(path);
    const forms = [
      ...(place === "beside" || own.nested === undefined
        ? words.map(({ name, tree }) => ({ [name]: tree }))
        : []),
      ...(own.nested === undefined ? [] : [own.nested]),
    ];
    return forms
      .map((values) => ({ place, holder, values }))
      .filter((one) => !found.some((other) => pathOf(other) === pathOf(one)));
  });
}

function isTyped(types: InputTypes, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  const type = types[step];
  const nullable = type && getNullableType(type);
  return isInputObjectType(nullable) && isTyped(typesOf(nullable), rest);
}

function nowhere(write: Write, own: OwnWords): OwnPlace {
  const empty = { place: "beside", holder: [], values: {} } as const;
  return { ...empty, described: { ...describe(write, own, empty), admission: "closed", path: "" } };
}

function describe({ verb, operation }: Write, { part }: OwnWords, found: FoundPlace): ForeignPlace {
  const path = pathOf(found);
  const contractForm = contractFormOf(operation, part, { ...found, path });
  return {
    verb,
    via: operation.id,
    part,
    place: found.place,
    path,
    admission: found.types === undefined ? "open" : "declared",
    ...(found.isGuess === true ? { isGuess: true } : {}),
    ...(contractForm === undefined ? {} : { contractForm }),
  };
}

function pathOf({ holder, values }: FoundPlace): string {
  return [...holder, ...leadIn(values)].join(".");
}

function leadIn(values: JsonObject): readonly string[] {
  const [only, ...others] = Object.entries(values);
  if (only === undefined) return [];
  if (others.length > 0) return [`{${Object.keys(values).join(",")}}`];
  const [name, inner] = only;
  return isJsonObject(inner) && !Object.keys(inner).some((key) => key.startsWith("$"))
    ? [name, ...leadIn(inner)]
    : [name];
}

function contractFormOf(
  operation: ObjectOperation | StatusOperation,
  part: OwnedPart,
  { place, path }: { readonly place: ForeignPlace["place"]; readonly path: string },
): ForeignPlace["contractForm"] {
  const isPatch = "encoding" in operation && (operation.encoding ?? "plain") !== "plain";
  const base = isPatch ? (place === "inside" ? "status" : "") : operation[place];
  if (base === undefined) return undefined;
  const at = base === "" ? "" : `${base}.`;
  if (path === `${at}${part}`) return "flat";
  return path === `${at}metadata.${part}` ? "nested" : undefined;
}

function distinct(places: readonly FoundPlace[]): readonly FoundPlace[] {
  return [...new Map(places.map((one) => [pathOf(one), one])).values()];
}

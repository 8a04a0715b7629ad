import { parse, YAMLParseError } from "yaml";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { InvalidStatus, KindSamples } from "../../port/target.ts";
import { statusMetadata } from "../resources/kind-samples.ts";
import type { KindNotes, StatusMetadata } from "../resources/kind-samples.ts";
import { readResourceName } from "./resource-name.ts";

/** The notes of a file, or all of its validation errors with their paths. */
export type KindNotesReading =
  | { readonly isRead: true; readonly kinds: ReadonlyMap<string, KindNotes> }
  | { readonly isRead: false; readonly problems: readonly string[] };

/** Parses a user's notes on kinds, in YAML or JSON: a mapping from resource names to notes. Never throws. */
export function readKindNotes(text: string): KindNotesReading {
  const problems: string[] = [];
  const parsed = parsedYaml(text, problems);
  const kinds = new Map<string, KindNotes>();
  if (problems.length === 0 && !isJsonObject(parsed)) {
    problems.push(
      "the file must be a mapping whose keys are names of kinds, such as deployments.apps",
    );
  }
  for (const [name, value] of Object.entries(isJsonObject(parsed) ? parsed : {})) {
    if (readResourceName(name) === undefined) {
      problems.push(`${name}: not the name of a kind, such as deployments.apps`);
    }
    kinds.set(name, notesOf(value, new Place(name, problems)));
  }
  return problems.length === 0 ? { isRead: true, kinds } : { isRead: false, problems };
}

function parsedYaml(text: string, problems: string[]): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    problems.push(`invalid YAML: ${error.message.split("\n")[0] ?? ""}`);
    return undefined;
  }
}

const switchNames = [
  "takesVersionlessReplacement",
  "countsAnnotations",
  "leavesOutZero",
  "beginsWithStatus",
  "lacksGeneration",
  "hasLooseConditions",
  "isControlled",
] as const;

const members = [
  "specs",
  "statuses",
  "counter",
  "invalidStatuses",
  "statusMetadata",
  "unsetAsZero",
  ...switchNames,
] as const;

function notesOf(value: JsonValue | undefined, place: Place): KindNotes {
  const notes = value === null ? {} : place.object(value);
  place.onlyMembers(notes, members);
  const samples = samplesOf(notes, place);
  const metadata = notes["statusMetadata"];
  const switches = Object.fromEntries(
    switchNames.flatMap((name) => {
      const given = notes[name];
      return given === undefined ? [] : [[name, place.at(name).truth(given)] as const];
    }),
  );
  return {
    ...(samples === undefined ? {} : { samples }),
    ...(notes["unsetAsZero"] === undefined
      ? {}
      : { unsetAsZero: place.at("unsetAsZero").texts(notes["unsetAsZero"]) }),
    ...(metadata === undefined
      ? {}
      : { statusMetadata: statusMetadataOf(metadata, place.at("statusMetadata")) }),
    ...switches,
  };
}

function samplesOf(notes: JsonObject, place: Place): KindSamples | undefined {
  const { specs, statuses, counter, invalidStatuses = [] } = notes;
  if (specs === undefined && statuses === undefined && counter === undefined) return undefined;
  const read = {
    specs: place.at("specs").objects(specs),
    statuses: place.at("statuses").objects(statuses),
    counter: place.at("counter").text(counter),
    invalidStatuses: place
      .at("invalidStatuses")
      .list(invalidStatuses)
      .map((one, index) => invalidOf(one, place.at(`invalidStatuses[${index}]`))),
  };
  for (const side of ["specs", "statuses"] as const) {
    const different = new Set(read[side].map((one) => JSON.stringify(one))).size;
    if (different < 3) place.at(side).report(`needs three different values, but has ${different}`);
  }
  return read;
}

function invalidOf(value: JsonValue | undefined, place: Place): InvalidStatus {
  const invalid = place.object(value);
  return {
    status: place.at("status").object(invalid["status"]),
    field: place.at("field").text(invalid["field"]),
    defect: place.at("defect").text(invalid["defect"]),
  };
}

function statusMetadataOf(value: JsonValue, place: Place): readonly StatusMetadata[] {
  return place.list(value).flatMap((one) => {
    const known = statusMetadata.find((name) => name === one);
    if (known === undefined) place.report(`each must be one of ${statusMetadata.join(", ")}`);
    return known ?? [];
  });
}

/** A path in the file. Collects the errors found there. */
class Place {
  readonly #path: string;
  readonly #problems: string[];

  constructor(path: string, problems: string[]) {
    this.#path = path;
    this.#problems = problems;
  }

  at(member: string): Place {
    return new Place(`${this.#path}.${member}`, this.#problems);
  }

  report(problem: string): void {
    this.#problems.push(`${this.#path}: ${problem}`);
  }

  object(value: JsonValue | undefined): JsonObject {
    if (isJsonObject(value)) return value;
    this.report("expected a mapping");
    return {};
  }

  list(value: JsonValue | undefined): readonly JsonValue[] {
    if (isJsonList(value)) return value;
    this.report("expected a list");
    return [];
  }

  objects(value: JsonValue | undefined): readonly JsonObject[] {
    return this.list(value).map((one) => this.object(one));
  }

  texts(value: JsonValue): readonly string[] {
    return this.list(value).map((one) => this.text(one));
  }

  text(value: JsonValue | undefined): string {
    if (typeof value === "string" && value !== "") return value;
    this.report("expected a string");
    return "";
  }

  truth(value: JsonValue): boolean {
    if (typeof value === "boolean") return value;
    this.report("expected true or false");
    return false;
  }

  onlyMembers(object: JsonObject, known: readonly string[]): void {
    for (const member of Object.keys(object)) {
      if (!known.includes(member))
        this.report(`unknown property ${member}; known properties: ${known.join(", ")}`);
    }
  }
}

import { isJsonObject, isSameValue } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import type { KindDescription } from "#targets";

/** The annotation that says which write made the author's side of an object. */
const annotation = "conformance-nonce";

/** The mark of a side with an unknown writer. */
const unmarked = "0";

/** Whether authors can mark what they write. */
export function canMark({ isWithoutAnnotations }: KindDescription): boolean {
  return isWithoutAnnotations !== true;
}

/** Which writes made the two sides of an object, as far as their marks tell. */
export interface Marks {
  readonly spec: string;
  readonly status: string;
}

interface MarksOptions {
  readonly isAnnotated: boolean;
  /** The observed status of new objects. Defaults to the declared default. */
  readonly born?: JsonObject;
}

/**
 * Gives every write of a workload content of its own, and reads from an object which writes made it: an
 * annotation marks the author's side, the counter of the kind the status. What is written beside the mark
 * depends on the mark, so that an object put together from two states is told.
 */
export class ContentMarks {
  readonly #kind: KindDescription;
  /** The mark of a status that was never written. */
  readonly #unwritten: string = "0";
  readonly #isAnnotated: boolean;
  #last = 0;

  /** Where authors write no annotations, nothing marks their side, and all of their writes count as one. */
  constructor(kind: KindDescription, { isAnnotated, born }: MarksOptions) {
    this.#kind = kind;
    this.#isAnnotated = isAnnotated;
    const initial = (born ?? kind.statusDefault)?.[kind.samples.counter];
    if (typeof initial !== "number") return;
    this.#unwritten = String(initial);
    // A mark that new objects have already would mark nothing.
    this.#last = Math.max(0, Math.ceil(initial));
  }

  /** A number that no write had before. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** What an author writes under a mark. */
  authored(mark: number): {
    readonly spec: JsonObject;
    readonly annotations: JsonObject & Record<string, string>;
  } {
    return {
      spec: sampleOf(this.#kind.samples.specs, mark),
      annotations: { [annotation]: String(mark) },
    };
  }

  /** What a controller writes under a mark. */
  reported(mark: number): JsonObject {
    const { counter, statuses } = this.#kind.samples;
    return { ...sampleOf(statuses, mark), [counter]: mark };
  }

  /** The mark of the author's side after a write under a mark. */
  authoredMark(mark: number): string {
    return this.#isAnnotated ? String(mark) : unmarked;
  }

  /** The marks of an object that an author has just created. */
  created(mark: number): Marks {
    return { spec: this.authoredMark(mark), status: this.#unwritten };
  }

  /** The marks of an object as it was shown. */
  of({ metadata, status }: Resource): Marks {
    const count = status?.[this.#kind.samples.counter];
    return {
      spec: this.#isAnnotated ? (metadata.annotations?.[annotation] ?? unmarked) : unmarked,
      status: typeof count === "number" ? String(count) : this.#unwritten,
    };
  }

  /** The content of an object as a history names it. A side that does not fit its mark is told. */
  valueOf(resource: Resource): string {
    const marks = this.of(resource);
    const { specs, statuses, counter } = this.#kind.samples;
    const { [counter]: _count, ...reported } = resource.status ?? {};
    const isTornSpec = isOfAnother(resource.spec, specs, marks.spec);
    const isTornStatus = isOfAnother(reported, statuses.map(without(counter)), marks.status);
    return `${valueOfMarks(marks)}${isTornSpec ? "!spec" : ""}${isTornStatus ? "!status" : ""}`;
  }
}

/** Marks as a history names them. */
export function valueOfMarks({ spec, status }: Marks): string {
  return `${spec}.${status}`;
}

function sampleOf(samples: readonly JsonObject[], mark: number): JsonObject {
  return samples[mark % samples.length] ?? {};
}

function without(member: string): (sample: JsonObject) => JsonObject {
  return ({ [member]: _left, ...rest }) => rest;
}

/** Whether a side is another sample than its mark says. A target that words samples anew is no such case. */
function isOfAnother(
  found: JsonObject | undefined,
  samples: readonly JsonObject[],
  mark: string,
): boolean {
  if (mark === unmarked || found === undefined || samples.length < 2) return false;
  const meant = Number(mark) % samples.length;
  if (hasAllOf(found, samples[meant] ?? {})) return false;
  return samples.some((sample, index) => index !== meant && hasAllOf(found, sample));
}

function hasAllOf(found: JsonValue | undefined, wanted: JsonValue): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((item, index) => hasAllOf(found[index], item))
    );
  }
  if (!isJsonObject(wanted)) return isSameValue(wanted, found);
  if (!isJsonObject(found)) return false;
  for (const member in wanted) {
    const isThere = Object.hasOwn(found, member);
    if (!hasAllOf(isThere ? found[member] : undefined, wanted[member] ?? null)) return false;
  }
  return true;
}

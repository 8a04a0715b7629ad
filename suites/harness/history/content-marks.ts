import { isJsonObject, isSameValue } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import type { KindDescription } from "#targets";
import type { SeenContent } from "./reading-roles.ts";

/** Marks the write that stored an object's authored fields. */
const annotation = "conformance-nonce";

const unmarked = "0";

export function canMark({ isWithoutAnnotations }: KindDescription): boolean {
  return isWithoutAnnotations !== true;
}

/** The markers of an object: the write that stored its authored fields, and the write that stored its status. */
export interface Marks {
  readonly spec: string;
  readonly status: string;
}

interface MarksOptions {
  readonly isAnnotated: boolean;
  /** The observed status of new objects. Defaults to the declared default status. */
  readonly initialStatus?: JsonObject;
}

/**
 * Creates unique content for every write of a workload, and identifies the writes to an object: an annotation marks the
 * authored fields, and the kind's counter marks the status. Other written values depend on the marker, so that a torn
 * read is detected.
 */
export class ContentMarks {
  readonly #kind: KindDescription;
  readonly #unwritten: string = "0";
  readonly #isAnnotated: boolean;
  #last = 0;

  /** Without annotations, authored fields have no markers, and all writes to them are equivalent. */
  constructor(kind: KindDescription, { isAnnotated, initialStatus }: MarksOptions) {
    this.#kind = kind;
    this.#isAnnotated = isAnnotated;
    const initial = (initialStatus ?? kind.statusDefault)?.[kind.samples.counter];
    if (typeof initial !== "number") return;
    this.#unwritten = String(initial);
    // A marker that new objects already have would be ambiguous.
    this.#last = Math.max(0, Math.ceil(initial));
  }

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  authored(mark: number): {
    readonly spec: JsonObject;
    readonly annotations: JsonObject & Record<string, string>;
  } {
    return {
      spec: sampleOf(this.#kind.samples.specs, mark),
      annotations: { [annotation]: String(mark) },
    };
  }

  reported(mark: number): JsonObject {
    const { counter, statuses } = this.#kind.samples;
    return { ...sampleOf(statuses, mark), [counter]: mark };
  }

  authoredMark(mark: number): string {
    return this.#isAnnotated ? String(mark) : unmarked;
  }

  created(mark: number): Marks {
    return { spec: this.authoredMark(mark), status: this.#unwritten };
  }

  of({ metadata, status }: Resource): Marks {
    const count = status?.[this.#kind.samples.counter];
    return {
      spec: this.#isAnnotated ? (metadata.annotations?.[annotation] ?? unmarked) : unmarked,
      status: typeof count === "number" ? String(count) : this.#unwritten,
    };
  }

  /** Describes the content of an object for {@link ReadingRoles}. Without annotations, authored fields have no markers. */
  seenIn(resource: Resource): SeenContent {
    const { spec, status } = this.of(resource);
    const isMarked = {
      spec: !this.#isAnnotated || spec !== unmarked,
      status: status !== this.#unwritten,
    };
    const { uid, resourceVersion } = resource.metadata;
    return { content: `${uid} ${resourceVersion} ${this.valueOf(resource)}`, isMarked };
  }

  /**
   * Returns the content of an object as recorded in a history: its markers, and whether the spec or the status does not
   * match its marker.
   */
  valueOf(resource: Resource): string {
    const marks = this.of(resource);
    const { specs, statuses, counter } = this.#kind.samples;
    const { [counter]: _count, ...reported } = resource.status ?? {};
    const isTornSpec = isOfAnother(resource.spec, specs, marks.spec);
    const isTornStatus = isOfAnother(reported, statuses.map(without(counter)), marks.status);
    return `${valueOfMarks(marks)}${isTornSpec ? "!spec" : ""}${isTornStatus ? "!status" : ""}`;
  }
}

export function valueOfMarks({ spec, status }: Marks): string {
  return `${spec}.${status}`;
}

function sampleOf(samples: readonly JsonObject[], mark: number): JsonObject {
  return samples[mark % samples.length] ?? {};
}

function without(member: string): (sample: JsonObject) => JsonObject {
  return ({ [member]: _left, ...rest }) => rest;
}

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

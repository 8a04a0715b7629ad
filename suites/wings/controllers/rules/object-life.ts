import { authoredOf, describeKey } from "#contract";
import type { JsonObject, ObjectKey, Resource, ResourceVersion } from "#contract";
import { changesBetween } from "#harness";
import type { Change } from "#harness";
import type {
  ControllerStateEvent,
  OwnedEvent,
  ShownEvent,
  ViewEvent,
  WriteEvent,
} from "./controller-event.ts";
import type {
  FirstState,
  ObjectRule,
  Predecessor,
  Settling,
  StateStep,
  Writer,
} from "./controller-rule.ts";
import { KeptEvidence, keptText } from "./kept-evidence.ts";
import type { Happening } from "./kept-evidence.ts";
import { managerOf } from "./managed-writer.ts";

export interface LifeOptions {
  readonly managers: ReadonlySet<string>;
  readonly texts: SharedTexts;
  readonly shownAround: number;
  rulesFrom(life: ObjectLife, first: FirstState, kind: "shown" | "driven"): readonly ObjectRule[];
  seen(step: StateStep): void;
}

/** Number of versions kept per object, to recognize repeated deliveries. */
const rememberedVersions = 4;

/** Maximum number of writes kept per object until their states are shown. */
const rememberedWrites = 32;

/**
 * One incarnation of an object: its newest state, and its rules. Without a driver, rules start with the first change,
 * so that an unchanged object costs only its state. With a driver, they start with the first state, because inactivity
 * is then judged as well.
 */
export class ObjectLife {
  readonly key: ObjectKey;
  readonly #options: LifeOptions;
  readonly #predecessor: Predecessor | undefined;
  #versions: readonly ResourceVersion[] = [];
  #recent: readonly KeptEvidence[] = [];
  #newest: KeptState | undefined;
  #rules: readonly ObjectRule[] | undefined;
  #hasGap = false;
  /** Absent without a driver. Inactivity is then not judged. */
  #writes: Map<ResourceVersion, WriteEvent> | undefined;

  constructor(key: ObjectKey, options: LifeOptions, predecessor?: Predecessor) {
    this.key = key;
    this.#options = options;
    this.#predecessor = predecessor;
  }

  get last(): Predecessor | undefined {
    if (this.#newest === undefined) return undefined;
    const { object, evidence } = this.#newest.restore();
    return { object, evidence };
  }

  /** The newest state. Absent if only writes are known. */
  get state(): Resource | undefined {
    return this.#newest?.restore().object;
  }

  get recent(): readonly KeptEvidence[] {
    return this.#recent;
  }

  get isDriven(): boolean {
    return this.#writes !== undefined;
  }

  interrupt(): void {
    this.#hasGap = true;
  }

  show(event: ShownEvent, ordinal: number): void {
    const { resourceVersion } = event.object.metadata;
    if (this.#versions.includes(resourceVersion)) {
      // A repeated delivery, as after a resume. If it has the newest version, no state was missed.
      if (resourceVersion === this.#newest?.version) this.#hasGap = false;
      return;
    }
    this.#versions = newest(this.#versions, resourceVersion, rememberedVersions);
    const previous = this.#isNextTo(event.object) ? this.#newest?.restore() : undefined;
    this.#hasGap = false;
    this.#advance(previous, this.#stepTo(event, { previous, ordinal }));
  }

  wrote(write: WriteEvent, ordinal: number): void {
    this.#keep(write);
    const { state } = this;
    if (state === undefined) return;
    const happening = { ordinal, atMs: write.atMs, ...describeWrite(write, state), changes: [] };
    const evidence = new KeptEvidence(namedBy(write, state), happening);
    this.#note(evidence);
    for (const rule of this.#begun()) rule.wrote?.({ write, state, evidence });
  }

  gone(ordinal: number, atMs: number): void {
    const { state } = this;
    if (state === undefined) return;
    const happening = { ordinal, atMs, what: "DELETED", by: undefined, changes: [] };
    const evidence = new KeptEvidence(state, happening);
    this.#note(evidence);
    for (const rule of this.#rules ?? []) rule.gone?.(evidence);
  }

  time(atMs: number): void {
    for (const rule of this.#rules ?? []) rule.time?.(atMs);
  }

  controller(event: ControllerStateEvent): void {
    for (const rule of this.#rules ?? []) rule.controller?.(event);
  }

  viewed(event: ViewEvent): void {
    for (const rule of this.#rules ?? []) rule.viewed?.(event);
  }

  owned(event: OwnedEvent, evidence: KeptEvidence): void {
    for (const rule of this.#rules ?? []) rule.owned?.(event, evidence);
  }

  settled(at: Settling): void {
    for (const rule of this.#rules ?? []) rule.settled?.(at);
  }

  end(): void {
    for (const rule of this.#rules ?? []) rule.end?.();
  }

  /**
   * True if a state directly follows the newest one. A lower generation indicates an older state.
   */
  #isNextTo({ metadata }: Resource): boolean {
    const before = this.#newest?.generation ?? 0;
    return !this.#hasGap && (metadata.generation ?? before) >= before;
  }

  #stepTo(
    { object, type, atMs }: ShownEvent,
    { previous, ordinal }: { readonly previous: FirstState | undefined; readonly ordinal: number },
  ): Omit<StateStep, "before"> {
    const parts = changesFrom(previous?.object, object, this.#options.texts);
    const changes = [...parts.spec, ...parts.metadata, ...parts.status];
    const write = this.#writes?.get(object.metadata.resourceVersion);
    const writer = this.#writerOf(write, changes, object);
    const happening = { ordinal, atMs, what: type, by: writer?.name, changes };
    return {
      ...parts,
      after: object,
      atMs,
      evidence: new KeptEvidence(object, happening),
      ...(writer === undefined ? {} : { writer }),
      ...(write === undefined ? {} : { write }),
    };
  }

  #advance(previous: FirstState | undefined, step: Omit<StateStep, "before">): void {
    const { after: object, evidence, writer } = step;
    if (previous !== undefined) this.#begun();
    else this.#rules = undefined;
    this.#note(evidence);
    this.#newest = new KeptState(object, evidence, writer);
    if (previous === undefined) {
      if (this.isDriven) this.#begun();
      return;
    }
    const whole = { ...step, before: previous.object };
    this.#options.seen(whole);
    for (const rule of this.#rules ?? []) rule.step?.(whole);
  }

  #note(evidence: KeptEvidence): void {
    this.#recent = newest(this.#recent, evidence, this.#options.shownAround);
  }

  #begun(): readonly ObjectRule[] {
    if (this.#newest === undefined) return [];
    if (this.#rules === undefined) {
      const first = this.#first(this.#newest);
      const driven = this.isDriven ? this.#options.rulesFrom(this, first, "driven") : [];
      this.#rules = [...this.#options.rulesFrom(this, first, "shown"), ...driven];
    }
    return this.#rules;
  }

  #first(state: KeptState): FirstState {
    const predecessor = this.#predecessor;
    return { ...state.restore(), ...(predecessor === undefined ? {} : { predecessor }) };
  }

  #keep(write: WriteEvent): void {
    const { result } = write;
    const writes = this.#writes ?? this.#driven();
    if (result.answer === "refused" || result.version === undefined) return;
    // The first write with a version created that version. Later writes with the same version had no effect.
    if (writes.has(result.version) || this.#versions.includes(result.version)) return;
    writes.set(result.version, write);
    const [oldest] = writes.keys();
    if (writes.size > rememberedWrites && oldest !== undefined) writes.delete(oldest);
  }

  #driven(): Map<ResourceVersion, WriteEvent> {
    const writes = new Map<ResourceVersion, WriteEvent>();
    this.#writes = writes;
    if (this.#rules !== undefined && this.#newest !== undefined) {
      this.#rules = [
        ...this.#rules,
        ...this.#options.rulesFrom(this, this.#first(this.#newest), "driven"),
      ];
    }
    return writes;
  }

  #writerOf(
    write: WriteEvent | undefined,
    changes: readonly Change[],
    after: Resource,
  ): Writer | undefined {
    if (write !== undefined) return { name: write.by, role: write.by };
    const manager = managerOf(changes, after) ?? after.metadata.writer;
    if (manager === undefined) return undefined;
    const name = this.#options.texts.same(manager);
    const { managers } = this.#options;
    if (managers.has(name)) return { name, role: "controller" };
    return managers.size === 0 ? { name } : { name, role: "rival" };
  }
}

function newest<T>(items: readonly T[], item: T, most: number): readonly T[] {
  // `push` would reserve memory for sixteen more items, too much for a large number of lists.
  return [...items, item].slice(-most);
}

/**
 * The newest state of an object as a JSON string. Most objects are not accessed for a long time,
 * and a string takes less memory than the parsed object. Omits managed fields, because they often
 * make up most of an object and are not needed once the writer is known.
 */
class KeptState {
  readonly version: ResourceVersion;
  readonly generation: number | undefined;
  readonly #text: string;
  readonly #evidence: KeptEvidence;
  readonly #writer: Writer | undefined;

  constructor(object: Resource, evidence: KeptEvidence, writer: Writer | undefined) {
    const { managedFields: _managedFields, ...metadata } = object.metadata;
    this.version = metadata.resourceVersion;
    this.generation = metadata.generation;
    this.#text = keptText({ ...object, metadata });
    this.#evidence = evidence;
    this.#writer = writer;
  }

  restore(): FirstState {
    const object: Resource = JSON.parse(this.#text);
    const writer = this.#writer === undefined ? {} : { writer: this.#writer };
    return { object, evidence: this.#evidence, ...writer };
  }
}

/** Empty if the first state is unknown. */
function changesFrom(
  before: Resource | undefined,
  after: Resource,
  texts: SharedTexts,
): Pick<StateStep, "status" | "spec" | "metadata"> {
  if (before === undefined) return { status: [], spec: [], metadata: [] };
  const shared = (changes: readonly Change[]): readonly Change[] =>
    changes.map((change) => ({ ...change, path: texts.same(change.path) }));
  return {
    status: shared(changesBetween(before.status, after.status, "status")),
    spec: shared(changesBetween(before.spec, after.spec, "spec")),
    metadata: shared(changesBetween(metadataOf(before), metadataOf(after), "metadata")),
  };
}

function metadataOf({ metadata }: Resource): JsonObject {
  const { deletionTimestamp } = metadata;
  return {
    ...authoredOf(metadata),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
  };
}

/**
 * The state that a write names. Its generation is unknown if it has been replaced. For a write of the suite without a
 * version, the newest state.
 */
function namedBy(
  { by, precondition }: WriteEvent,
  state: Resource,
): { readonly metadata: Partial<Resource["metadata"]> } {
  const { metadata } = state;
  if (precondition === undefined) return by === "controller" ? { metadata: {} } : state;
  if (precondition === metadata.resourceVersion) return state;
  const { generation: _generation, ...others } = metadata;
  return { metadata: { ...others, resourceVersion: precondition } };
}

const ownedStates = { changed: "changed", exists: "exists", gone: "is gone" } as const;

export function describeOwned({ key, state, unready, by }: OwnedEvent): string {
  if (by !== undefined) return `${describeKey(key)} deleted by ${by}`;
  const reason = unready === undefined ? "" : `, not ready: ${unready}`;
  return `${describeKey(key)} ${ownedStates[state]}${reason}`;
}

function describeWrite(
  { by, side, precondition, isApply, result }: WriteEvent,
  { metadata: { resourceVersion: stored } }: Resource,
): Pick<Happening, "what" | "by"> {
  const name = isApply === true ? "apply" : "write";
  const isUnnamed = by === "controller" && precondition === undefined;
  const what = `${side === "status" ? "status " : ""}${name}${isUnnamed ? " without a version" : ""}`;
  switch (result.answer) {
    case "stored":
      return { what: `${what} stored as ${result.version}`, by };
    case "refused": {
      const isReplaced = precondition !== undefined && precondition !== stored;
      const current = result.reason === "conflict" && isReplaced ? ` with version ${stored}` : "";
      return { what: `${what} rejected: ${result.reason}${current}`, by };
    }
    case "lost":
      return { what: `${what} whose response was lost`, by };
  }
}

/** Maximum number of cached strings. Paths and names are usually few, but clients may generate them without limit. */
const most = 10_000;

/** Interns strings: paths and names are parsed from each event, and kept for each object. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  same(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}

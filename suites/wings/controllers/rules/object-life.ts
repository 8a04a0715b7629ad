import type { ObjectKey, Resource, ResourceVersion } from "#contract";
import type { Change } from "#harness";
import type { ControllerStateEvent, ShownEvent, WriteEvent } from "./controller-event.ts";
import type { FirstState, ObjectRule, Predecessor, StateStep, Writer } from "./controller-rule.ts";
import { managerOf } from "./managed-writer.ts";
import { KeptEvidence } from "./kept-evidence.ts";
import { KeptState } from "./kept-state.ts";
import type { SharedTexts } from "./shared-texts.ts";
import { changesFrom, describeWrite } from "./state-parts.ts";

/** What a life has to know of those who watch. */
export interface LifeOptions {
  /** Managers under whose names the controller under judgement writes. */
  readonly managers: ReadonlySet<string>;
  /** Those of all lives. */
  readonly texts: SharedTexts;
  /** Starts to hold an object to the rules on what is shown, or to those on what a driver tells. */
  rulesFrom(life: ObjectLife, first: FirstState, kind: "shown" | "driven"): readonly ObjectRule[];
  /** Told of each change. */
  seen(step: StateStep): void;
}

/** Events of one object that are kept to be shown around a finding. */
const shownAround = 3;

/** Versions that are remembered of one object, to know those that are shown again. */
const rememberedVersions = 4;

/** Writes of which a driver told, that are remembered of one object until their states are shown. */
const rememberedWrites = 32;

/**
 * What is known of one incarnation of an object: its newest state, and its rules. The rules start with
 * the first change, so that an object at rest costs no more than its state; where a driver tells of
 * writes they start with the first state, because then silence counts as well.
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
  /** What a driver told. Absent: nothing, so that silence means nothing. */
  #writes: Map<ResourceVersion, WriteEvent> | undefined;

  constructor(key: ObjectKey, options: LifeOptions, predecessor?: Predecessor) {
    this.key = key;
    this.#options = options;
    this.#predecessor = predecessor;
  }

  /** The newest state, and its evidence. Absent if only writes are known. */
  get last(): Predecessor | undefined {
    if (this.#newest === undefined) return undefined;
    const { object, evidence } = this.#newest.restore();
    return { object, evidence };
  }

  /** The newest state. Absent if only writes are known. */
  get state(): Resource | undefined {
    return this.#newest?.restore().object;
  }

  /** The newest events, oldest first. */
  get recent(): readonly KeptEvidence[] {
    return this.#recent;
  }

  get isDriven(): boolean {
    return this.#writes !== undefined;
  }

  /** What follows is not known to be next to what was before. */
  interrupt(): void {
    this.#hasGap = true;
  }

  show(event: ShownEvent, ordinal: number): void {
    const { resourceVersion } = event.object.metadata;
    if (this.#versions.includes(resourceVersion)) {
      // Shown before, as after a resumption. The newest one again means that nothing was missed.
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
    const happening = { ordinal, atMs: write.atMs, ...describeWrite(write), changes: [] };
    const evidence = new KeptEvidence(state, happening);
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

  end(): void {
    for (const rule of this.#rules ?? []) rule.end?.();
  }

  /** A generation that goes back is an older state, however it came here: then nothing is next to anything. */
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
    this.#recent = newest(this.#recent, evidence, shownAround);
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
    // The first write that is said to have made a version did: a later one found it unchanged.
    if (writes.has(result.version) || this.#versions.includes(result.version)) return;
    writes.set(result.version, write);
    const [oldest] = writes.keys();
    if (writes.size > rememberedWrites && oldest !== undefined) writes.delete(oldest);
  }

  /** From now on a driver tells of writes. Rules that are there already get company. */
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
    const manager = managerOf(changes, after);
    if (manager === undefined) return undefined;
    const name = this.#options.texts.same(manager);
    return this.#options.managers.has(name) ? { name, role: "controller" } : { name };
  }
}

/** A list with one more, and without the oldest where it grows too long. */
function newest<T>(items: readonly T[], item: T, most: number): readonly T[] {
  // A list that is pushed to keeps room for sixteen more: too much where there are many lists.
  return [...items, item].slice(-most);
}

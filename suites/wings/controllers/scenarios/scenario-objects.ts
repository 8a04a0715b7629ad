import { jsonEquals } from "#contract";
import type { JsonObject, ObjectKey, RefusalReason, Resource } from "#contract";
import { holdingFinalizer, objectOf, readOf, refusalOf } from "#harness";
import type { CheckContext, Step } from "#harness";
import { conditionLike, conditionsIn, withCondition } from "./condition-like.ts";
import type { ControllerBench } from "./controller-bench.ts";
import type { ScenarioLog } from "./scenario-log.ts";
import { namedSpec } from "./named-spec.ts";
import { specsFor } from "./scenario-specs.ts";
import { SpecEdits } from "./single-properties.ts";

interface Updated {
  readonly refusal: RefusalReason | undefined;
  /** True if the write changed nothing, so that the object kept its version. */
  readonly isUnchanged: boolean;
}

/** Maximum number of attempts at a write that may race with another client. */
const maxAttempts = 20;

export const rivalCondition = "ConformanceRival";

export class ScenarioObjects {
  readonly #context: CheckContext;
  readonly #bench: ControllerBench;
  readonly #log: ScenarioLog;
  readonly #keys = new Map<number, ObjectKey>();
  readonly #existing = new Set<number>();
  readonly #edits = new Map<number, SpecEdits>();
  readonly #rivalTurns = new Map<number, number>();
  #turn = 0;

  constructor(context: CheckContext, bench: ControllerBench, log: ScenarioLog) {
    this.#context = context;
    this.#bench = bench;
    this.#log = log;
  }

  keyOf(object: number): ObjectKey {
    const known = this.#keys.get(object) ?? this.#context.unusedKey();
    this.#keys.set(object, known);
    return known;
  }

  named(texts: readonly string[]): ObjectKey | undefined {
    return [...this.#keys.values()].find(({ name }) => texts.includes(name));
  }

  areNamedIn(line: string): boolean {
    return [...this.#keys.values()].some(({ name }) => line.includes(name));
  }

  /** True for objects of this run. Other runs of a case may use the same label at the same time. */
  owns({ name, namespace }: ObjectKey): boolean {
    return [...this.#keys.values()].some((own) => own.name === name && own.namespace === namespace);
  }

  async create(object: number, spec: number, isHeld: boolean): Promise<void> {
    await this.#createWith(object, await this.#specOf(object, spec), isHeld);
  }

  async #createWith(object: number, spec: JsonObject, isHeld = false): Promise<void> {
    if (this.#existing.has(object)) return;
    this.#existing.add(object);
    this.#editsOf(object).stored(spec);
    const { features } = this.#context.target;
    const canHold = features.includes("finalizers");
    const step = await this.#context.call({
      verb: "create",
      identity: "author",
      key: this.keyOf(object),
      spec,
      ...this.#labels(),
      ...(isHeld && canHold ? { finalizers: [holdingFinalizer] } : {}),
    });
    this.#log.drove(step, "author");
  }

  /** The spec may contain the placeholder for the object's name. */
  async createWith(object: number, spec: JsonObject): Promise<void> {
    await this.#createWith(object, namedSpec(spec, this.keyOf(object).name));
  }

  /**
   * Writes a new spec. `only` is the index of the differing property to change. Defaults to all of them. Resolves with
   * false if the object has the requested spec already, or if the server rejects it. If the server rejects a whole spec,
   * writes it again without the properties that cannot change.
   */
  async edit(object: number, spec: number, only?: number): Promise<boolean> {
    const edits = this.#editsOf(object);
    const wanted = await this.#specOf(object, spec);
    if (only !== undefined) {
      const next = edits.single(wanted, only);
      return next !== undefined && (await this.#store(object, next, only)) === "changed";
    }
    const stored = await this.#store(object, wanted);
    const next = edits.changeable(wanted);
    if (stored !== "refused" || jsonEquals(next, wanted)) return stored === "changed";
    return (await this.#store(object, next)) === "changed";
  }

  async #store(
    object: number,
    spec: JsonObject,
    only?: number,
  ): Promise<"changed" | "refused" | "unchanged"> {
    const { refusal, isUnchanged } = await this.#update(object, () => ({ spec }));
    if (refusal === "invalid") this.#editsOf(object).refused(spec, only);
    else this.#editsOf(object).stored(spec);
    if (refusal === "invalid") return "refused";
    return isUnchanged ? "unchanged" : "changed";
  }

  #editsOf(object: number): SpecEdits {
    const known = this.#edits.get(object) ?? new SpecEdits();
    this.#edits.set(object, known);
    return known;
  }

  async relabel(object: number): Promise<void> {
    this.#turn += 1;
    const turn = { "conformance-turn": `t${this.#turn}` };
    await this.#update(object, () => ({ labels: { ...this.#context.label, ...turn } }));
  }

  /** Changes the object with the next number, or creates it. */
  async touchNeighbor(object: number): Promise<void> {
    const neighbor = object + 1;
    if (this.#existing.has(neighbor)) return this.relabel(neighbor);
    return this.create(neighbor, 0, false);
  }

  /** An object with a finalizer remains terminating. */
  async delete(object: number): Promise<void> {
    if (!this.#existing.delete(object)) return;
    const key = this.keyOf(object);
    const step = await this.#context.call({ verb: "delete", identity: "author", key });
    this.#log.drove(step, "author");
  }

  async deleteAll(): Promise<void> {
    for (const object of this.#existing) await this.delete(object);
  }

  async release(): Promise<void> {
    for (const object of this.#keys.keys()) {
      const stored = await this.#read(object);
      const { finalizers = [] } = stored?.metadata ?? {};
      if (!finalizers.includes(holdingFinalizer)) continue;
      const others = finalizers.filter((finalizer) => finalizer !== holdingFinalizer);
      await this.#update(object, () => ({ finalizers: others }));
    }
  }

  /** The status of the condition differs each time. Does nothing for kinds without conditions. */
  async rivalCondition(object: number): Promise<void> {
    const turn = (this.#rivalTurns.get(object) ?? 0) + 1;
    this.#rivalTurns.set(object, turn);
    const status = turn % 2 === 0 ? "True" : "False";
    const condition = this.#conditionWith({ status, reason: "Turn", message: `turn ${turn}` });
    if (condition === undefined) return;
    await this.#report(object, (stored) => ({ conditions: withCondition(stored, condition) }));
  }

  /** Restores the rival's condition if the condition has changed. Does nothing for kinds without conditions. */
  async insist(object: number): Promise<void> {
    const condition = this.#conditionWith({ status: "False", reason: "Insists", message: "" });
    if (condition === undefined) return;
    await this.#report(object, (stored) => {
      const before = conditionIn(stored, rivalCondition);
      const isRight = ["status", "reason"].every((name) => before?.[name] === condition[name]);
      return isRight ? {} : { conditions: withCondition(stored, condition) };
    });
  }

  /** Does nothing for kinds without a status field of a rival. */
  async rivalField(object: number): Promise<void> {
    const { kind } = this.#context;
    const [member] = this.#bench.rivalFields?.[kind.name] ?? [];
    if (member === undefined) return;
    this.#turn += 1;
    const values = kind.samples.statuses.map((status) => status[member]);
    const value = values[this.#turn % Math.max(1, values.length)];
    if (value !== undefined) await this.#report(object, () => ({ [member]: value }));
  }

  /** Uses the form of the kind's own conditions. Undefined if the kind's status has none. */
  #conditionWith(members: JsonObject): JsonObject | undefined {
    const lastTransitionTime = this.#bench.now().toISOString();
    const condition = { ...members, type: rivalCondition, lastTransitionTime };
    return conditionLike(this.#context.kind, condition);
  }

  async #specOf(object: number, index: number): Promise<JsonObject> {
    const specs = await specsFor(this.#context, this.#bench);
    return namedSpec(specs[index % specs.length] ?? {}, this.keyOf(object).name);
  }

  #labels(): { readonly labels?: Readonly<Record<string, string>> } {
    const { label } = this.#context;
    return Object.keys(label).length === 0 ? {} : { labels: label };
  }

  async #read(object: number): Promise<Resource | undefined> {
    return objectOf(await this.#context.call(readOf(this.keyOf(object))));
  }

  /** Writes as the author at the newest version, and retries after a conflict. */
  async #update(
    object: number,
    content: () => Pick<
      Extract<Step["command"], { readonly verb: "update" }>,
      "finalizers" | "labels" | "spec"
    >,
  ): Promise<Updated> {
    let isUnchanged = false;
    const refusal = await this.#persist(object, async ({ metadata }) => {
      const { resourceVersion } = metadata;
      const key = this.keyOf(object);
      const step = await this.#context.call({
        verb: "update",
        identity: "author",
        key,
        resourceVersion,
        ...content(),
      });
      this.#log.drove(step, "author");
      isUnchanged = objectOf(step)?.metadata.resourceVersion === resourceVersion;
      return step;
    });
    return { refusal, isUnchanged };
  }

  async #report(object: number, content: (stored: JsonObject) => JsonObject): Promise<void> {
    const { kind, via } = this.#context;
    await this.#persist(object, async ({ metadata, status = {} }) => {
      const { resourceVersion } = metadata;
      const own = content(status);
      if (Object.keys(own).length === 0) return undefined;
      const step = await this.#context.call({
        verb: "updateStatus",
        identity: "controller",
        via,
        key: this.keyOf(object),
        resourceVersion,
        status: kind.statusModes[via] === "partial" ? own : { ...status, ...own },
      });
      this.#log.drove(step, "rival");
      return step;
    });
  }

  async #persist(
    object: number,
    write: (stored: Resource) => Promise<Step | undefined>,
  ): Promise<RefusalReason | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const stored = await this.#read(object);
      if (stored === undefined) return undefined;
      const step = await write(stored);
      const refusal = step === undefined ? undefined : refusalOf(step);
      if (refusal?.reason !== "conflict") return refusal?.reason;
    }
    return "conflict";
  }
}

function conditionIn(status: JsonObject, type: string): JsonObject | undefined {
  return conditionsIn(status).find((condition) => condition["type"] === type);
}

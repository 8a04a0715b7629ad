import { jsonEquals } from "#contract";
import type { JsonValue } from "#contract";
import type { Change } from "#harness";
import type { FirstState, ObjectRule, RuleContext, StateStep, Writer } from "./controller-rule.ts";
import { FewValues } from "./few-values.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isSameTime } from "./transition-times.ts";

interface Field {
  readonly owner: Writer;
  /** The value before the owner's last write. Undefined if the field was absent. */
  before: JsonValue | undefined;
  evidence: KeptEvidence;
}

/** A field that another writer removed or reverted. Its ownership may have been transferred. */
interface Taken {
  readonly owner: Writer;
  readonly value: JsonValue | undefined;
  readonly events: readonly KeptEvidence[];
  readonly by: Writer;
}

/**
 * A status field of one writer must not be removed or reverted by another writer. A write reported by a driver is
 * sufficient evidence. With only managed fields as evidence, the owner must also write the field again, because
 * ownership may have been transferred.
 */
export function foreignFields(_first: FirstState, context: RuleContext): ObjectRule {
  return new ForeignFields(context);
}

class ForeignFields implements ObjectRule {
  readonly #context: RuleContext;
  readonly #fields = new FewValues<Field>();
  #taken: FewValues<Taken> | undefined;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  step({ status, writer, evidence }: StateStep): void {
    if (status.length === 0) return;
    if (writer === undefined) {
      // Fields changed by an unknown writer may belong to that writer.
      for (const { path } of status) this.#fields.delete(path);
      return;
    }
    if (this.#isGuest(writer)) this.#context.tried("controller.foreign-fields-kept");
    const lost = status.filter((change) => this.#write(change, writer, evidence));
    if (lost.length > 0) this.#report(lost, writer, evidence);
  }

  #isGuest({ name }: Writer): boolean {
    for (const [, { owner }] of this.#fields.entries()) if (owner.name !== name) return true;
    return false;
  }

  /** Returns whether the write reverted another writer's change. */
  #write(change: Change, writer: Writer, evidence: KeptEvidence): boolean {
    const { path, before, after } = change;
    const field = this.#fields.get(path);
    if (field === undefined) {
      this.#regain(change, writer, evidence);
      if (before === undefined) this.#fields.set(path, { owner: writer, before, evidence });
      return false;
    }
    if (field.owner.name === writer.name) {
      this.#fields.set(path, { owner: writer, before, evidence });
      return false;
    }
    const isUndone =
      after === undefined || (jsonEquals(after, field.before) && !isSameTime(before, after));
    return isUndone && writer.role !== "author" && writer.role !== "rival";
  }

  #report(lost: readonly Change[], by: Writer, evidence: KeptEvidence): void {
    for (const { path, before } of lost) {
      const field = this.#fields.get(path);
      this.#fields.delete(path);
      if (field === undefined) continue;
      const taken = { owner: field.owner, value: before, events: [field.evidence, evidence], by };
      if (by.role === "controller") this.#accuse(path, taken);
      else this.#keep(path, taken);
    }
  }

  #keep(path: string, taken: Taken): void {
    this.#taken ??= new FewValues();
    this.#taken.set(path, taken);
  }

  /**
   * Reports a violation if the previous owner writes a lost field again, because its ownership was
   * then never transferred.
   */
  #regain({ path, after }: Change, writer: Writer, evidence: KeptEvidence): void {
    const taken = this.#taken?.get(path);
    this.#taken?.delete(path);
    if (taken === undefined || taken.owner.name !== writer.name) return;
    if (!jsonEquals(taken.value, after)) return;
    this.#accuse(path, { ...taken, events: [...taken.events, evidence] });
  }

  #accuse(path: string, { owner, by, events }: Taken): void {
    const detail = `${nameOf(by)} removed or reverted ${path}, which ${nameOf(owner)} had reported`;
    this.#context.broken("controller.foreign-fields-kept", events, detail);
  }
}

function nameOf({ name, role }: Writer): string {
  if (name === "rival") return "another client";
  return name === role ? `the ${name}` : name;
}

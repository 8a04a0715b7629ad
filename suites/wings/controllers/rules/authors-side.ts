import { authoredField, authoredNames, isJsonObject } from "#contract";
import type { JsonValue, Resource } from "#contract";
import { FewValues } from "./few-values.ts";
import type { WriteEvent } from "./controller-event.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";
import type { KeptEvidence } from "./kept-evidence.ts";

/**
 * A controller must not change the spec, or metadata that other clients set. Checked only for writes known to be the
 * controller's, and for labels, annotations and finalizers only if another client is known to have set them.
 */
export function authorsSide(first: FirstState, context: RuleContext): ObjectRule {
  return new AuthorsSide(first, context);
}

/** What other clients set, with the state that first had it. */
type ForeignMarks = FewValues<KeptEvidence>;

class AuthorsSide implements ObjectRule {
  readonly #context: RuleContext;
  #foreign: ForeignMarks | undefined;
  /** The version of the last state, and its finalizers if it is being deleted. */
  #last: LastState;
  /** The writers of versions that no state has shown, and all writers of an object that is being deleted. */
  readonly #wrote = new Set<WriteEvent["by"]>();

  constructor({ object, writer, evidence }: FirstState, context: RuleContext) {
    this.#context = context;
    this.#last = lastOf(object);
    if (writer === undefined || writer.role === "controller") return;
    for (const mark of marksOf(object).keys()) this.#marks().set(mark, evidence);
  }

  wrote({ write }: WriteStep): void {
    const { by, side, result } = write;
    if (side !== "main" || result.answer === "refused") return;
    // Such a write changed nothing. On an API server, a write that removes the object may also return the last version.
    if (result.version === this.#last.version && this.#last.held.length === 0) return;
    this.#wrote.add(result.version === undefined ? "rival" : by);
  }

  /**
   * An object that is being deleted is only removed once it has no finalizer. No state shows the write that removes the
   * last ones. It was the controller's if no other client has written the object since the last state.
   */
  gone(evidence: KeptEvidence): void {
    const isRemover = this.#wrote.size === 1 && this.#wrote.has("controller");
    if (!isRemover) return;
    const removed = this.#last.held.filter((mark) => this.#foreign?.get(mark) !== undefined);
    const [first] = removed.flatMap((mark) => this.#foreign?.get(mark) ?? []);
    if (first === undefined) return;
    this.#context.tried("controller.authored-metadata-untouched");
    const names = removed.join(", ");
    const detail = `the controller removed ${names}, which it had not set, so the object was deleted`;
    this.#context.broken("controller.authored-metadata-untouched", [first, evidence], detail);
  }

  step(step: StateStep): void {
    this.#last = lastOf(step.after);
    this.#wrote.clear();
    if (step.writer === undefined) return;
    if (step.writer.role === "controller") {
      judgeSpec(step, this.#context);
      if (this.#foreign !== undefined) judgeMetadata(step, this.#foreign, this.#context);
    } else if (step.metadata.length > 0) {
      learn(step, this.#marks());
    }
  }

  /**
   * Created on the first write by another writer, because most controllers are the only writers of
   * their objects.
   */
  #marks(): ForeignMarks {
    this.#foreign ??= new FewValues();
    return this.#foreign;
  }
}

interface LastState {
  readonly version: string;
  readonly held: readonly string[];
}

function lastOf({ metadata }: Resource): LastState {
  const { deletionTimestamp, finalizers = [], resourceVersion: version } = metadata;
  const held = deletionTimestamp === undefined ? [] : finalizers.map(finalizerMark);
  return { version, held };
}

function finalizerMark(name: string): string {
  return `the finalizer ${name}`;
}

function judgeSpec(step: StateStep, context: RuleContext): void {
  const { spec, evidence } = step;
  if (step.write === undefined && mayAuthor(step)) return;
  context.tried("controller.spec-untouched");
  const [change] = spec;
  if (change === undefined) return;
  const detail = `the controller changed ${spec.map(({ path }) => path).join(", ")}`;
  context.broken("controller.spec-untouched", [evidence], detail);
}

/**
 * Returns whether the writer may be the author. The author owns spec fields that it did not change,
 * or writes through another subresource, such as `scale`. A controller that creates objects for
 * another one also owns such fields.
 */
function mayAuthor({ spec, after, writer }: StateStep): boolean {
  const own = (after.metadata.managedFields ?? []).filter(
    ({ manager, fields }) => manager === writer?.name && "f:spec" in fields,
  );
  const changed = new Set(spec.map(({ path }) => path.split(/[.[]/u)[1]));
  return own.some(
    ({ subresource, fields }) =>
      subresource !== undefined || membersOf(fields["f:spec"]).some((name) => !changed.has(name)),
  );
}

/** Includes properties that are owned only in part. */
function membersOf(fields: JsonValue | undefined): readonly string[] {
  const names = isJsonObject(fields) ? Object.keys(fields) : [];
  return names.flatMap((name) => (name.startsWith("f:") ? [name.slice(2)] : []));
}

function judgeMetadata(step: StateStep, foreign: ForeignMarks, context: RuleContext): void {
  const before = marksOf(step.before);
  const after = marksOf(step.after);
  const owned = [...foreign.entries()].map(([mark]) => mark).filter((mark) => before.has(mark));
  if (owned.length === 0) return;
  context.tried("controller.authored-metadata-untouched");
  const touched = owned.filter((mark) => before.get(mark) !== after.get(mark));
  const [first] = touched.flatMap((mark) => foreign.get(mark) ?? []);
  if (first === undefined) return;
  for (const mark of touched) foreign.delete(mark);
  const detail = `the controller changed or removed ${touched.join(", ")}, which it had not set`;
  context.broken("controller.authored-metadata-untouched", [first, step.evidence], detail);
}

function learn({ before, after, evidence }: StateStep, foreign: ForeignMarks): void {
  const known = marksOf(before);
  for (const [mark, value] of marksOf(after))
    if (known.get(mark) !== value) foreign.set(mark, evidence);
}

function marksOf({ metadata }: Resource): ReadonlyMap<string, string> {
  return new Map(
    authoredNames.flatMap((name) => {
      const { entry, form } = authoredField(name);
      return form === "texts"
        ? Object.entries(metadata[name] ?? {}).map(
            ([key, value]) => [`the ${entry} ${key}`, value] as const,
          )
        : Object.values(metadata[name] ?? []).map(
            (item) =>
              [
                `the ${entry} ${typeof item === "string" ? item : JSON.stringify(item)}`,
                "",
              ] as const,
          );
    }),
  );
}

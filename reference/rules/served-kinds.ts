import { describeKey, keyOf } from "#contract";
import type { Resource } from "#contract";
import type { Shapes } from "../kinds/write-shapes.ts";
import { kinds } from "../kinds/demo-kinds.ts";
import type { Kind } from "../kinds/demo-kinds.ts";
import type { Cause } from "../values/refusal.ts";
import type { Rules } from "./rules.ts";
import { createKindStructure, shapesOfStructure } from "../kinds/kind-structure.ts";
import { definitionKindName, fitDefinition, parseDefinition } from "../kinds/parse-definition.ts";

export interface ServedKind {
  readonly kind: Kind;
  readonly shapes: Shapes;
}

export interface ServedKindsOptions {
  readonly rules: Pick<Rules, "definedKind">;
  readonly shapes: ReadonlyMap<string, Shapes>;
}

/**
 * All kinds that the server currently serves: the typed kinds, the kind of definitions, and the kinds of stored
 * definitions. Only the store calls `define` and `withdraw`, during a commit.
 */
export class ServedKinds {
  readonly #rules: Pick<Rules, "definedKind">;
  readonly #served = new Map<string, ServedKind>();
  /** The name of the definition that owns each kind, by the name of the kind. */
  readonly #owners = new Map<string, string>();

  constructor({ rules, shapes }: ServedKindsOptions) {
    this.#rules = rules;
    for (const kind of kinds) {
      this.#served.set(kind.name, { kind, shapes: shapes.get(kind.name) ?? {} });
    }
    this.#served.set(definitionKindName, {
      kind: this.#definitionKind(),
      shapes: { spec: fitDefinition },
    });
  }

  find(name: string): ServedKind | undefined {
    return this.#served.get(name);
  }

  /** Adds or updates the kind of a stored definition. Ignores objects that are not definitions. */
  define(object: Resource): void {
    if (object.kind !== definitionKindName) return;
    const { definition } = parseDefinition(object.spec ?? {});
    if (definition === undefined) return;
    const structure = createKindStructure(definition.root);
    const { scope, hasStatus } = definition;
    const kind: Kind = { name: definition.kind, scope, hasStatus, ranges: {}, structure };
    this.#owners.set(kind.name, object.metadata.name);
    const served = this.#rules.definedKind(kind, this.#served.get(kind.name)?.kind);
    if (served === undefined) return;
    const shapes = shapesOfStructure(served.structure ?? structure);
    this.#served.set(kind.name, { kind: served, shapes });
  }

  withdraw(object: Resource): Kind | undefined {
    const name = object.kind === definitionKindName ? object.spec?.["kind"] : undefined;
    if (typeof name !== "string" || this.#owners.get(name) !== object.metadata.name) {
      return undefined;
    }
    const kind = this.#served.get(name)?.kind;
    this.#owners.delete(name);
    this.#served.delete(name);
    return kind;
  }

  #definitionKind(): Kind {
    return {
      name: definitionKindName,
      scope: "cluster",
      hasStatus: false,
      ranges: {},
      violations: (stored, after) => this.#violations(stored, after),
    };
  }

  #violations(stored: Resource | undefined, after: Resource): readonly Cause[] {
    const { spec = {} } = after;
    const { causes = [] } = parseDefinition(spec);
    const { kind } = spec;
    const owner = typeof kind === "string" ? this.#owners.get(kind) : undefined;
    const isTaken =
      typeof kind === "string" &&
      (owner === undefined ? this.#served.has(kind) : owner !== after.metadata.name);
    return [
      ...causes,
      ...(isTaken ? [taken(kind)] : []),
      ...["kind", "scope"]
        .filter((member) => stored !== undefined && stored.spec?.[member] !== spec[member])
        .map((member) => fixed(member, describeKey(keyOf(after)))),
    ];
  }
}

function taken(kind: string): Cause {
  const message = `spec.kind ${kind} is already the name of another kind.`;
  return { reason: "FieldValueDuplicate", field: "spec.kind", message };
}

function fixed(member: string, definition: string): Cause {
  const message = `spec.${member} of ${definition} cannot change: delete the definition and create another one.`;
  return { reason: "FieldForbidden", field: `spec.${member}`, message };
}

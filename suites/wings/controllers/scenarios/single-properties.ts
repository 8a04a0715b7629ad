import { jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { changesBetween } from "./spec-changes.ts";

/** Plans the edits of one object's spec, and remembers which of them the server rejected as invalid. */
export class SpecEdits {
  #stored: JsonObject = {};
  /** The spec of a rejected change to a single property. */
  #refused: JsonObject | undefined;
  /** Properties that the server did not let an edit change, neither alone nor together with another one. */
  readonly #fixed = new Set<string>();

  stored(spec: JsonObject): void {
    this.#stored = spec;
    this.#refused = undefined;
  }

  /** `only` is the index of the edit that the server rejected. */
  refused(spec: JsonObject, only?: number): void {
    const earlier = this.#refused;
    this.#refused = earlier === undefined && only !== undefined ? spec : undefined;
    if (earlier === undefined || only === undefined) return;
    for (const { path } of changesBetween(this.#stored, earlier)) this.#fixed.add(path[0] ?? "");
  }

  /**
   * Returns the spec with one of the properties that differ from the requested spec: the index counts from the start, or
   * from the end if negative. If the server rejected the change of a single property, that property depends on another,
   * and is changed together with the next property. If the server rejects that as well, the property is kept. Undefined
   * if fewer properties differ.
   */
  single(requested: JsonObject, only: number): JsonObject | undefined {
    const wanted = this.changeable(requested);
    const base = this.#refused ?? this.#stored;
    const names = [...new Set([...Object.keys(base), ...Object.keys(wanted)])].toSorted();
    const name = names.filter((one) => !jsonEquals(base[one], wanted[one])).at(only);
    return name === undefined ? undefined : withProperty(base, name, wanted[name]);
  }

  /** Returns the requested spec with the stored values of the properties that cannot change. */
  changeable(requested: JsonObject): JsonObject {
    return [...this.#fixed].reduce(
      (spec, name) => withProperty(spec, name, this.#stored[name]),
      requested,
    );
  }
}

function withProperty(spec: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  const { [name]: _, ...rest } = spec;
  return value === undefined ? rest : { ...rest, [name]: value };
}

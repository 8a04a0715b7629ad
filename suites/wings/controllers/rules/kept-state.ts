import type { Resource, ResourceVersion } from "#contract";
import type { KeptEvidence } from "./kept-evidence.ts";
import { keptText } from "./kept-text.ts";
import type { FirstState, Writer } from "./controller-rule.ts";

/**
 * The newest state of an object as a JSON string. Most objects are not accessed for a long time,
 * and a string takes less memory than the parsed object. Omits managed fields, because they often
 * make up most of an object and are not needed once the writer is known.
 */
export class KeptState {
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

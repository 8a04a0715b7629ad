import type { Resource, ResourceVersion } from "#contract";
import type { KeptEvidence } from "./kept-evidence.ts";
import { keptText } from "./kept-text.ts";
import type { FirstState, Writer } from "./controller-rule.ts";

/**
 * The newest state of an object, kept as text, which takes less than the object does: most objects are not
 * looked at for a long time. The record of managers is omitted. It tells who made a state, is often most
 * of it, and is of no use once the next state is there.
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

  /** The state as it was, made anew with each call. */
  restore(): FirstState {
    const object: Resource = JSON.parse(this.#text);
    const writer = this.#writer === undefined ? {} : { writer: this.#writer };
    return { object, evidence: this.#evidence, ...writer };
  }
}

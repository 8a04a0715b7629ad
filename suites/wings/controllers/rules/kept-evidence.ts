import type { JsonValue, Resource, ResourceVersion } from "#contract";
import type { Change, EvidenceEvent } from "#harness";

export type Happening = Pick<EvidenceEvent, "ordinal" | "atMs" | "what" | "changes"> & {
  readonly by: string | undefined;
};

type EvidentState = Partial<Pick<Resource["metadata"], "generation" | "resourceVersion">>;

/**
 * An event that rules keep. Changes are kept as JSON strings, which take a third of the memory:
 * each object has several events, and few are ever reported. A class, because object literals with
 * spreads have separate hidden classes.
 */
export class KeptEvidence {
  readonly ordinal: number;
  readonly atMs: number;
  readonly what: string;
  readonly by: string | undefined;
  /** Absent for an event of an owned object. */
  readonly version: ResourceVersion | undefined;
  readonly generation: number | undefined;
  readonly #changes: string;

  constructor(
    { metadata }: { readonly metadata: EvidentState },
    { ordinal, atMs, what, by, changes }: Happening,
  ) {
    this.ordinal = ordinal;
    this.atMs = atMs;
    this.what = what;
    this.by = by;
    this.version = metadata.resourceVersion;
    this.generation = metadata.generation;
    this.#changes = changes.length === 0 ? "" : keptText(changes.map(pack));
  }

  toEvidence(): EvidenceEvent {
    const { ordinal, atMs, what, by, version, generation } = this;
    const packed: readonly PackedChange[] = this.#changes === "" ? [] : JSON.parse(this.#changes);
    const changes = packed.map(unpack);
    return {
      ...(version === undefined ? {} : { version }),
      ...(generation === undefined ? {} : { generation }),
      ordinal,
      atMs,
      what,
      changes,
      ...(by === undefined ? {} : { by }),
    };
  }
}

/**
 * Path, value before and value after. Each value is in a list that is empty if the value is absent.
 */
type PackedChange = readonly [string, readonly JsonValue[], readonly JsonValue[]];

function pack({ path, before, after }: Change): PackedChange {
  return [path, before === undefined ? [] : [before], after === undefined ? [] : [after]];
}

function unpack([path, [before], [after]]: PackedChange): Change {
  return {
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/**
 * Serializes a value to JSON as a flat string. `JSON.stringify` returns a rope. A rope takes twice
 * the memory until it is flattened.
 */
export function keptText(value: object): string {
  const text = JSON.stringify(value);
  text.lastIndexOf("}");
  return text;
}

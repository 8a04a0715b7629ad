import type { JsonValue, Resource, ResourceVersion } from "#contract";
import type { Change, EvidenceEvent } from "#harness";
import { keptText } from "./kept-text.ts";

/** What happened to an object, beside the state that it is in. */
export type Happening = Pick<EvidenceEvent, "ordinal" | "atMs" | "what" | "changes"> & {
  /** Absent if unknown. */
  readonly by: string | undefined;
};

/**
 * An event as rules remember it. What it changed is kept as text, which takes a third of what the changes
 * do: each object has several such events, and few are ever told. A class, because objects that are put
 * together from parts each bring a description of their shape along.
 */
export class KeptEvidence {
  readonly ordinal: number;
  readonly atMs: number;
  readonly what: string;
  /** Who did it. Undefined: not known. */
  readonly by: string | undefined;
  readonly version: ResourceVersion;
  readonly generation: number | undefined;
  readonly #changes: string;

  constructor({ metadata }: Resource, { ordinal, atMs, what, by, changes }: Happening) {
    this.ordinal = ordinal;
    this.atMs = atMs;
    this.what = what;
    this.by = by;
    this.version = metadata.resourceVersion;
    this.generation = metadata.generation;
    this.#changes = changes.length === 0 ? "" : keptText(changes.map(pack));
  }

  /** The event as a finding shows it. */
  tell(): EvidenceEvent {
    const { ordinal, atMs, what, by, version, generation } = this;
    const packed: readonly PackedChange[] = this.#changes === "" ? [] : JSON.parse(this.#changes);
    const changes = packed.map(unpack);
    return {
      version,
      ...(generation === undefined ? {} : { generation }),
      ordinal,
      atMs,
      what,
      changes,
      ...(by === undefined ? {} : { by }),
    };
  }
}

/** The path, and what stood there before and after, each in a list that is empty where nothing did. */
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

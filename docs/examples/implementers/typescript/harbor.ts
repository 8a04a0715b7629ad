import { randomUUID } from "node:crypto";
import { EventEmitter, on } from "node:events";
import { has } from "./mistakes.js";

export interface Mooring {
  latitude: number;
  longitude: number;
  light: "RED" | "GREEN" | "WHITE" | "YELLOW";
  chainMeters: number;
  channels: string[];
}

export interface Reading {
  sea?: "CALM" | "MODERATE" | "ROUGH" | null;
  waveCentimeters?: number | null;
  alarms?: string[] | null;
  battery?: { volts?: number | null; cycles?: number | null } | null;
}

export interface Buoy {
  readonly meta: {
    readonly key: string;
    readonly sea: string;
    readonly code: string;
    readonly etag: string;
    readonly mooredAt: string;
  };
  readonly mooring: Mooring;
  readonly reading: Reading | null;
}

export interface BuoyEvent {
  readonly id: number;
  readonly type: "MOORED" | "UPDATED" | "RETRIEVED";
  readonly buoy: Buoy;
}

export interface Problem {
  code: "ALREADY_MOORED" | "NOT_MOORED" | "STALE_ETAG" | "OUT_OF_RANGE" | "READING_NOT_ALLOWED";
  message: string;
  path?: string;
  currentEtag?: string;
}

/** Aborts an operation. Carries the errors for the payload. */
export class Refused extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join("; "));
  }
}

export interface Place {
  sea: string;
  code: string;
}

const events = new EventEmitter().setMaxListeners(0);
const log: BuoyEvent[] = [];
const buoys = new Map<string, Buoy>();

const keyOf = ({ sea, code }: Place): string => JSON.stringify([sea, code]);

export const find = (place: Place): Buoy | undefined => buoys.get(keyOf(place));

export const inSea = (sea: string): Buoy[] =>
  [...buoys.values()]
    .filter(({ meta }) => meta.sea === sea)
    .sort((left, right) => (left.meta.code < right.meta.code ? -1 : 1));

/** The buoy at a place. Throws if there is none, or if its etag differs from the given one. */
export function current(place: Place, etag?: string | null): Buoy {
  const buoy = find(place);
  if (!buoy) {
    throw new Refused([{ code: "NOT_MOORED", message: `No buoy ${place.code} in ${place.sea}.` }]);
  }
  if (etag != null && etag !== buoy.meta.etag) {
    const message = `Buoy ${place.code} has changed since it was read.`;
    throw new Refused([
      { code: "STALE_ETAG", message, path: "input.etag", currentEtag: buoy.meta.etag },
    ]);
  }
  return buoy;
}

export function moor({ sea, code }: Place, mooring: Mooring, reading: Reading | null): Buoy {
  if (find({ sea, code })) {
    throw new Refused([{ code: "ALREADY_MOORED", message: `Buoy ${code} is already in ${sea}.` }]);
  }
  const meta = { key: randomUUID(), sea, code, etag: "", mooredAt: new Date().toISOString() };
  return commit("MOORED", { meta, mooring, reading });
}

/** Stores a change to a buoy. If nothing has changed, its etag is unchanged. */
export function change(before: Buoy, parts: Partial<Pick<Buoy, "mooring" | "reading">>): Buoy {
  const after = { ...before, ...parts };
  const isSame = JSON.stringify(after) === JSON.stringify(before);
  return isSame ? before : commit("UPDATED", after);
}

export const retrieve = (buoy: Buoy): Buoy => commit("RETRIEVED", buoy);

function commit(type: BuoyEvent["type"], changed: Buoy): Buoy {
  const buoy = { ...changed, meta: { ...changed.meta, etag: randomUUID() } };
  if (type === "RETRIEVED") buoys.delete(keyOf(buoy.meta));
  else buoys.set(keyOf(buoy.meta), buoy);
  const event = { id: log.length + 1, type, buoy };
  log.push(event);
  events.emit("event", event);
  return buoy;
}

/** All events after a given event, or all new events. */
export async function* follow(after: number | undefined): AsyncGenerator<BuoyEvent> {
  // Listening starts in the same turn of the event loop in which the log is read, so that no event is missed.
  const coming = on(events, "event");
  try {
    yield* log.slice(after ?? log.length);
    for await (const [event] of coming) yield event as BuoyEvent;
  } finally {
    await coming.return?.();
  }
}

/** Merges a new reading into the stored one: omitted fields are unchanged, null clears a field, and lists are replaced. */
export function merged(before: Reading | null, patch: Reading): Reading {
  if (has("nullish-keeps-old")) {
    return {
      sea: patch.sea ?? before?.sea,
      waveCentimeters: patch.waveCentimeters ?? before?.waveCentimeters,
      alarms: patch.alarms ?? before?.alarms,
      battery: patch.battery ?? before?.battery,
    };
  }
  const after = { ...before, ...patch };
  if (has("alarms-pile-up") && patch.alarms) {
    after.alarms = [...(before?.alarms ?? []), ...patch.alarms];
  }
  if (patch.battery) after.battery = { ...before?.battery, ...patch.battery };
  // Properties have a fixed order, so that equal readings have equal JSON.
  const { sea = null, waveCentimeters = null, alarms = null } = after;
  const { volts = null, cycles = null } = after.battery ?? {};
  return { sea, waveCentimeters, alarms, battery: after.battery ? { volts, cycles } : null };
}

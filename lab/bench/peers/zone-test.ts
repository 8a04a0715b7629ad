import { operationKinds, operationOutcomes } from "#checker";
import type { History } from "#checker";

/**
 * Whether the successful reads and writes of each object are linearizable as those of a register whose writes store
 * distinct values. Preconditions, rejected operations and the order of versions are not checked. All outcomes must be
 * known.
 *
 * Follows P. Gibbons and E. Korach, "Testing shared memories" (SIAM Journal on Computing 26, 1997): the zone of a value
 * lies between the first response and the last invocation among its write and reads. A history is linearizable if no
 * read ends before its write starts, no two forward zones of an object overlap, and no backward zone lies within a
 * forward zone.
 */
export function isRegister(history: History): boolean {
  const zones = zonesOf(history);
  if (zones === undefined) return false;
  return zones.every((own) => areCompatible(own));
}

/** The least that a check must do: read the times and the version of each operation. Returns a checksum. */
export function readOnce({ operations }: History): number {
  let sum = 0;
  for (let row = 0; row < operations.count; row += 1) {
    sum += (operations.invoke[row] ?? 0) + (operations.return[row] ?? 0);
    sum += operations.version[row] ?? 0;
  }
  return sum;
}

interface Zone {
  firstReturn: number;
  lastInvoke: number;
}

/** Returns the zones of each object, or undefined if a read ends before its write starts. */
function zonesOf(history: History): readonly (readonly Zone[])[] | undefined {
  const { operations, initials, texts } = history;
  const zones = new Zones(texts.objects.length, texts.versions.length);
  for (let row = 0; row < initials.count; row += 1) {
    const { object, version } = initials;
    zones.include(object[row] ?? 0, version[row] ?? 0, -Infinity, -Infinity);
    zones.write(version[row] ?? 0, -Infinity);
  }
  const ok = operationOutcomes.indexOf("ok");
  const read = operationKinds.indexOf("read");
  for (let row = 0; row < operations.count; row += 1) {
    const version = operations.version[row] ?? -1;
    if (operations.outcome[row] !== ok || version < 0) continue;
    const invoke = operations.invoke[row] ?? 0;
    zones.include(operations.object[row] ?? 0, version, invoke, operations.return[row] ?? 0);
    if (operations.kind[row] !== read) zones.write(version, invoke);
  }
  return zones.isReadTooEarly() ? undefined : zones.byObject;
}

class Zones {
  readonly byObject: readonly Zone[][];
  readonly #byVersion: (Zone | undefined)[];
  readonly #writtenFrom: Float64Array;

  constructor(objects: number, versions: number) {
    this.byObject = Array.from({ length: objects }, () => []);
    this.#byVersion = Array.from({ length: versions });
    this.#writtenFrom = new Float64Array(versions).fill(Infinity);
  }

  include(object: number, version: number, invoke: number, end: number): void {
    const zone = this.#byVersion[version];
    if (zone === undefined) {
      const added = { firstReturn: end, lastInvoke: invoke };
      this.#byVersion[version] = added;
      this.byObject[object]?.push(added);
      return;
    }
    if (end < zone.firstReturn) zone.firstReturn = end;
    if (invoke > zone.lastInvoke) zone.lastInvoke = invoke;
  }

  write(version: number, invoke: number): void {
    this.#writtenFrom[version] = invoke;
  }

  isReadTooEarly(): boolean {
    return this.#byVersion.some(
      (zone, version) => zone !== undefined && zone.firstReturn < (this.#writtenFrom[version] ?? 0),
    );
  }
}

function areCompatible(zones: readonly Zone[]): boolean {
  const forward = zones
    .filter(({ firstReturn, lastInvoke }) => firstReturn < lastInvoke)
    .toSorted((left, right) => left.firstReturn - right.firstReturn);
  for (let place = 1; place < forward.length; place += 1) {
    const [before, after] = [forward[place - 1], forward[place]];
    if (before === undefined || after === undefined) continue;
    if (after.firstReturn < before.lastInvoke) return false;
  }
  const backward = zones
    .filter(({ firstReturn, lastInvoke }) => firstReturn >= lastInvoke)
    .toSorted((left, right) => left.lastInvoke - right.lastInvoke);
  let place = 0;
  for (const { firstReturn, lastInvoke } of backward) {
    // Forward zones do not overlap, so only one can start before this zone and end after its start.
    while (place < forward.length && (forward[place]?.lastInvoke ?? 0) <= lastInvoke) place += 1;
    const around = forward[place];
    if (around === undefined) break;
    if (around.firstReturn < lastInvoke && firstReturn < around.lastInvoke) return false;
  }
  return true;
}

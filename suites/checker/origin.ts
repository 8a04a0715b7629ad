import { intAt } from "./columns.ts";
import { operationKinds, operationOutcomes } from "./history.ts";
import { none, seen, type ObjectHistory } from "./object-history.ts";
import { isUnknown, role, silent } from "./roles.ts";
import { rowOf, valueText, versionText } from "./texts.ts";
import type { Trouble } from "./trouble.ts";

/**
 * Says where a version comes from that no write can have made: from a write that was refused, from
 * one that took effect twice, or from nowhere. Reads of it become silent.
 */
export function findOrigin(view: ObjectHistory, node: number): Trouble {
  const readers = silenceReaders(view, node);
  const version = versionText(view, node);
  const users = usersOf(view, node);
  if ((intAt(view.mention, node) & seen) === 0) {
    const what = `version ${version} was replaced, but no write can have made it`;
    return { type: "phantom-precondition", rows: users, what };
  }
  view.mention[node] = intAt(view.mention, node) & ~seen;
  const rows = readers.slice(0, 1).map((op) => rowOf(view, op));
  const base = users.length === 0 ? { silenced: readers } : {};
  const value = intAt(view.nodeValue, node);
  const content = valueText(view, value);
  const twin = value === none ? none : writeWith(view, node, value);
  if (twin !== none) {
    const what = `version ${version} has the content ${content} of a write that made another version`;
    return { type: "duplicate-apply", rows: [...rows, twin], what, ...base };
  }
  const refused = value === none ? none : refusedWriteWith(view, value);
  if (refused !== none) {
    const what = `version ${version} has the content ${content} of a write that was refused (also seen where a proxy sends a write again)`;
    return { type: "dirty-read", rows: [...rows, refused], what, ...base };
  }
  const what = `version ${version} was seen, but no write can have made it`;
  return { type: "phantom-version", rows, what, ...base };
}

function silenceReaders(view: ObjectHistory, node: number): readonly number[] {
  const readers: number[] = [];
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.role, op) !== role.pinned || intAt(view.after, op) !== node) continue;
    readers.push(op);
    view.role[op] = silent;
  }
  return readers;
}

/** Rows of the operations that certainly replaced a version. */
function usersOf(view: ObjectHistory, node: number): readonly number[] {
  const successor = intAt(view.successor, node);
  return successor === none ? [] : [rowOf(view, successor)];
}

/** Row of a write that has a content and made another version. */
function writeWith(view: ObjectHistory, node: number, value: number): number {
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.value, op) !== value || intAt(view.after, op) === node) continue;
    const of = intAt(view.role, op);
    const isMaker = of >= role.cas && of <= role.create;
    if (isMaker || (isUnknown(of) && intAt(view.after, op) !== none)) return rowOf(view, op);
  }
  return none;
}

function refusedWriteWith(view: ObjectHistory, value: number): number {
  for (let op = 0; op < view.count; op += 1) {
    if (intAt(view.value, op) === value && isRefused(view, rowOf(view, op))) return rowOf(view, op);
  }
  return none;
}

function isRefused({ history }: ObjectHistory, row: number): boolean {
  const kind = operationKinds[intAt(history.operations.kind, row)];
  const outcome = operationOutcomes[intAt(history.operations.outcome, row)];
  return kind !== "read" && outcome !== "ok" && outcome !== "unknown";
}

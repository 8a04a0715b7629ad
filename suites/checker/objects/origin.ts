import { intAt } from "../history/columns.ts";
import { operationKinds, operationOutcomes } from "../history/history.ts";
import { none, rowOf, seen, type ObjectHistory } from "./object-history.ts";
import { isUnknown, role, silent } from "./roles.ts";
import { citeAttributed, citeContent, citeEffects } from "./cites.ts";
import type { Contradiction, Contradictions } from "../history/contradictions.ts";

/**
 * Finds the origin of versions that no successful write can have created: a rejected write, a write that was applied
 * twice, or no write. After that, reads of these versions no longer count.
 */
export function traceOrigins(
  view: ObjectHistory,
  phantoms: readonly number[],
  contradictions: Contradictions,
): void {
  if (phantoms.length === 0) return;
  const readers = silenceReaders(view, new Set(phantoms));
  const sources = sourcesOf(view);
  for (const node of phantoms) {
    const successor = intAt(view.successor, node);
    const reader = readers.get(node);
    if (reader === undefined) {
      const rows = successor === none ? [] : [rowOf(view, successor)];
      const also = [...citeEffects(view, [successor]), ...citeAttributed(view)];
      contradictions.addContradiction(() => ({
        type: "phantom-precondition",
        rows,
        also,
        scan: { of: "version", node },
      }));
      continue;
    }
    view.mention[node] = intAt(view.mention, node) & ~seen;
    const describe = (): Contradiction => describePhantom(view, { node, reader }, sources);
    if (successor === none) contradictions.addObservation(describe);
    else contradictions.addContradiction(describe);
  }
}

/** Rows of the writes by content: those that took effect, and those that did not. */
interface Sources {
  readonly effective: ReadonlyMap<number, number>;
  readonly refused: ReadonlyMap<number, number>;
}

function describePhantom(
  view: ObjectHistory,
  { node, reader }: { readonly node: number; readonly reader: number },
  { effective, refused }: Sources,
): Contradiction {
  const value = intAt(view.nodeValue, node);
  const row = rowOf(view, reader);
  const content = citeContent(view, node);
  const scan = { of: "version", node } as const;
  const variant = effective.get(value);
  if (variant !== undefined) {
    return {
      type: "duplicate-apply",
      rows: [row, variant],
      also: [...content, ...citeAttributed(view)],
      scan,
    };
  }
  const source = refused.get(value);
  if (source !== undefined) {
    return { type: "dirty-read", rows: [row, source], also: content, scan };
  }
  return { type: "phantom-version", rows: [row], also: citeAttributed(view), scan };
}

/** Excludes reads of phantom versions from all further checks. Returns the first reader of each version. */
function silenceReaders(
  view: ObjectHistory,
  phantoms: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const readers = new Map<number, number>();
  for (let op = 0; op < view.count; op += 1) {
    const node = intAt(view.after, op);
    if (intAt(view.role, op) !== role.pinned || !phantoms.has(node)) continue;
    if (!readers.has(node)) readers.set(node, op);
    view.role[op] = silent;
  }
  return readers;
}

function sourcesOf(view: ObjectHistory): Sources {
  const effective = new Map<number, number>();
  const refused = new Map<number, number>();
  for (let op = 0; op < view.count; op += 1) {
    const value = intAt(view.value, op);
    if (value === none) continue;
    const row = rowOf(view, op);
    if (isEffective(view, op)) effective.set(value, row);
    else if (isRefused(view, row)) refused.set(value, row);
  }
  return { effective, refused };
}

function isEffective(view: ObjectHistory, op: number): boolean {
  const of = intAt(view.role, op);
  const isMaker = of >= role.cas && of <= role.create;
  return isMaker || (isUnknown(of) && intAt(view.after, op) !== none);
}

function isRefused({ history }: ObjectHistory, row: number): boolean {
  const kind = operationKinds[intAt(history.operations.kind, row)];
  const outcome = operationOutcomes[intAt(history.operations.outcome, row)];
  return kind !== "read" && outcome !== "ok" && outcome !== "unknown";
}

import { floatAt, intAt } from "../history/columns.ts";
import { versionAfter, type Chains } from "./version-chains.ts";
import type { Incarnations } from "./incarnations.ts";
import { initially, none, rowOf, type ObjectHistory } from "./object-history.ts";
import { orderOf } from "../history/order.ts";
import { role } from "./roles.ts";
import type { CitedLine } from "../history/cited-line.ts";
import { citeUid, citeVersion } from "./cites.ts";
import type { Contradiction, Contradictions } from "../history/contradictions.ts";

interface Structure {
  readonly view: ObjectHistory;
  readonly chains: Chains;
  readonly incarnations: Incarnations;
}

/** Returns the chains in version order. Requires comparable versions. */
export function chainsByRank({ view, chains }: Pick<Structure, "view" | "chains">): Int32Array {
  return orderOf(
    Float64Array.from({ length: chains.count }, (_, chain) => rankOf(view, headOf(chains, chain))),
  );
}

/** Reports comparable versions that do not increase, if only one order of the states is possible. */
export function refuseRanks(structure: Structure, contradictions: Contradictions): void {
  const { view, chains, incarnations } = structure;
  if (view.ranks === undefined) return;
  for (const node of chains.nodes) {
    const next = versionAfter(view, node);
    if (next !== none && rankOf(view, next) <= rankOf(view, node)) {
      contradictions.addContradiction(() => shrinking(view, next, node));
    }
  }
  if (!contradictions.isSound) return;
  const order = chainsByRank(structure);
  for (let i = 1; i < order.length; i += 1) {
    const earlier = intAt(order, i - 1);
    const later = intAt(order, i);
    const tail = tailOf(chains, earlier);
    if (rankOf(view, tail) > rankOf(view, headOf(chains, later))) {
      contradictions.addContradiction(() => overtaking(structure, earlier, later));
    } else if (
      beginsLife(view, headOf(chains, later)) &&
      isSameIncarnation(incarnations, earlier, later)
    ) {
      contradictions.addContradiction(() =>
        shrinking(view, headOf(chains, earlier), headOf(chains, later)),
      );
    }
  }
  refuseInitialLater(structure, order, contradictions);
  refuseReturningIncarnations(structure, order, contradictions);
}

function refuseInitialLater(
  { view, chains }: Structure,
  order: Int32Array,
  contradictions: Contradictions,
): void {
  if (view.initial === none || order.length === 0) return;
  const first = headOf(chains, intAt(order, 0));
  if (first !== view.initial) {
    contradictions.addContradiction(() => shrinking(view, first, view.initial));
  }
}

function refuseReturningIncarnations(
  { view, chains, incarnations }: Structure,
  order: Int32Array,
  contradictions: Contradictions,
): void {
  if (incarnations.all.length < 2) return;
  const ended = new Set<number>();
  let current: number = none;
  for (const chain of order) {
    const incarnation = intAt(incarnations.incarnationOf, chain);
    if (incarnation === none || incarnation === current) continue;
    if (ended.has(incarnation)) {
      const head = headOf(chains, chain);
      const rows = makersOf(view, [head]);
      const also = citeLives({ view, chains, incarnations }, { incarnation, current, head });
      contradictions.addContradiction(() => ({ type: "write-after-delete", rows, also }));
    }
    ended.add(current);
    current = incarnation;
  }
}

function overtaking(
  { view, chains, incarnations }: Structure,
  earlier: number,
  later: number,
): Contradiction {
  const head = headOf(chains, later);
  let after = headOf(chains, earlier);
  while (rankOf(view, after) < rankOf(view, head)) after = versionAfter(view, after);
  const before = intAt(view.before, intAt(view.maker, after));
  const isLost = isSameIncarnation(incarnations, earlier, later) || !beginsLife(view, head);
  const type = isLost ? "lost-update" : "create-over-existing";
  const nodes = isLost ? [after, head] : [head, after];
  return { type, rows: makersOf(view, nodes), also: citeAll(view, [head, after, before]) };
}

function shrinking(view: ObjectHistory, node: number, before: number): Contradiction {
  const also = [...citeAll(view, [node, before]), ...citeUid(view, node), ...citeUid(view, before)];
  return { type: "non-monotonic-version", rows: makersOf(view, [node, before]), also };
}

function makersOf(view: ObjectHistory, nodes: readonly number[]): readonly number[] {
  const makers = nodes.map((node) => intAt(view.maker, node));
  return makers.filter((maker) => maker >= 0).map((maker) => rowOf(view, maker));
}

function isSameIncarnation(incarnations: Incarnations, left: number, right: number): boolean {
  const incarnation = intAt(incarnations.incarnationOf, left);
  return incarnation !== none && incarnation === intAt(incarnations.incarnationOf, right);
}

function beginsLife(view: ObjectHistory, node: number): boolean {
  const maker = intAt(view.maker, node);
  if (maker === initially) return true;
  const of = intAt(view.role, maker);
  return of === role.create || of === role.unknownCreate;
}

function headOf(chains: Chains, chain: number): number {
  return intAt(chains.nodes, intAt(chains.starts, chain));
}

function tailOf(chains: Chains, chain: number): number {
  return intAt(chains.nodes, intAt(chains.starts, chain + 1) - 1);
}

function rankOf(view: ObjectHistory, node: number): number {
  return view.ranks === undefined ? 0 : floatAt(view.ranks, intAt(view.version, node));
}

function citeAll(view: ObjectHistory, nodes: readonly number[]): readonly CitedLine[] {
  return nodes.flatMap((node) => citeVersion(view, node));
}

/**
 * Cites the lines that show an incarnation reappearing: one of its versions, a version of another incarnation, and a
 * later version of the first.
 */
function citeLives(
  { view, chains, incarnations }: Structure,
  {
    incarnation,
    current,
    head,
  }: { readonly incarnation: number; readonly current: number; readonly head: number },
): readonly CitedLine[] {
  const firstOf = (number: number): number => {
    const owned = chainsByRank({ view, chains }).find(
      (chain) => incarnations.incarnationOf[chain] === number,
    );
    return headOf(chains, owned ?? 0);
  };
  const nodes = [head, firstOf(current), firstOf(incarnation)];
  return nodes.flatMap((node) => [...citeVersion(view, node), ...citeUid(view, node)]);
}

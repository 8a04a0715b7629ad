import { intAt } from "../history/columns.ts";
import { attributeVersions } from "./attribution.ts";
import { chainVersions, type Chains } from "./version-chains.ts";
import { refuseEndlessIncarnations, unknownDeletesOf, type UnknownDeletes } from "./deleters.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import { sortIncarnations, type Incarnations } from "./incarnations.ts";
import { none, type ObjectHistory } from "./object-history.ts";
import { refuseRanks } from "./rank-order.ts";
import type { Contradictions } from "../history/contradictions.ts";

export interface Model {
  readonly view: ObjectHistory;
  readonly chains: Chains;
  readonly incarnations: Incarnations;
  /** Writes with an unknown outcome, in the order of their invocation. */
  readonly unknowns: readonly number[];
  readonly unknownDeletes: UnknownDeletes;
  readonly creators: ReadonlyMap<number, number>;
  readonly created: ReadonlyMap<number, number>;
  readonly contradictions: Contradictions;
  /**
   * Number of contradictions that do not depend on the attribution of versions to writes. These contradictions come
   * first.
   */
  readonly certain: number;
  /**
   * Whether a version or uid was attributed to one of several possible writes. Another attribution might avoid
   * contradictions.
   */
  readonly isAmbiguous: boolean;
}

/** Derives the states of an object. If contradictions leave the states undetermined, times cannot be checked. */
export function modelOf(view: ObjectHistory): Model {
  const evidence = gatherEvidence(view);
  const { contradictions, unknowns } = evidence;
  const certain = contradictions.all.length;
  const attribution = attributeVersions(view, evidence);
  const chains = chainVersions(view, contradictions);
  const incarnations = sortIncarnations(view, chains, evidence);
  const unknownDeletes = unknownDeletesOf(view, unknowns);
  const isAmbiguous =
    attribution.isAmbiguous ||
    incarnations.isAmbiguous ||
    namesUnseen(view, unknownDeletes, incarnations);
  const creators = new Map(incarnations.all.map(({ uid, creator }) => [uid, creator]));
  const created = new Map(incarnations.all.map(({ uid, creator }) => [creator, uid]));
  const model = {
    creators,
    created,
    view,
    chains,
    incarnations,
    unknowns,
    unknownDeletes,
    contradictions,
    certain,
    isAmbiguous,
  };
  if (contradictions.isSound) refuseRanks(model, contradictions);
  if (contradictions.isSound) refuseEndlessIncarnations(model, contradictions);
  return model;
}

/**
 * Whether a delete with an unknown outcome contained an unobserved version or uid. Its client knew, and may have
 * deleted, a state that the history does not contain.
 */
function namesUnseen(
  view: ObjectHistory,
  deletes: UnknownDeletes,
  incarnations: Incarnations,
): boolean {
  const uids = new Set(incarnations.all.map(({ uid }) => uid));
  for (const [uid, ops] of deletes) {
    if (uid !== none && !uids.has(uid)) return true;
    const isUnseen = (op: number): boolean => {
      const before = intAt(view.before, op);
      return before !== none && intAt(view.maker, before) === none;
    };
    if (ops.some(isUnseen)) return true;
  }
  return false;
}

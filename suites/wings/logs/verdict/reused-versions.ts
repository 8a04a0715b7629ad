import type { LoggedOperation } from "./operation-window.ts";

/** A request that shows that an object was deleted or created, with the version of a creation. */
export interface LifeSign {
  readonly invoke: number;
  readonly return: number;
  readonly created?: string;
}

interface Use {
  /** Whether the version occurs in more than one request. */
  isRepeated: boolean;
  invoke: number;
  /** The earliest response. */
  ended: number;
  return: number;
}

/**
 * Drops the operations whose versions may belong to two lives of an object. Without uids, a version that occurs before
 * and after a deletion may identify two states. A dropped operation counts like one that is not in the log.
 */
export function withoutReused(
  operations: readonly LoggedOperation[],
  signs: readonly LifeSign[],
): readonly LoggedOperation[] {
  if (signs.length === 0) return operations;
  const uses = usesOf(operations);
  const ends = new LifeEnds(signs);
  const reused = new Set<string>();
  for (const [version, use] of uses) {
    if (use.isRepeated && ends.mayDivide(version, use)) reused.add(version);
  }
  return operations.filter((operation) => versionsOf(operation).every((one) => !reused.has(one)));
}

function usesOf(operations: readonly LoggedOperation[]): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  for (const operation of operations) {
    const { invoke, return: end, isStartUnknown } = operation.request;
    const begin = isStartUnknown === true ? -Infinity : invoke;
    for (const version of new Set(versionsOf(operation))) {
      const use = uses.get(version);
      if (use === undefined) {
        uses.set(version, { isRepeated: false, invoke: begin, ended: end, return: end });
        continue;
      }
      use.isRepeated = true;
      use.invoke = Math.min(use.invoke, begin);
      use.ended = Math.min(use.ended, end);
      use.return = Math.max(use.return, end);
    }
  }
  return uses;
}

function versionsOf({ version, precondition }: LoggedOperation): readonly string[] {
  return [version, precondition].filter((one) => one !== undefined);
}

interface Latest {
  readonly return: number;
  readonly created: string | undefined;
}

const none: Latest = { return: -Infinity, created: undefined };

class LifeEnds {
  readonly #signs: readonly LifeSign[];
  /** For each sign, the latest response up to it, and the latest one of a sign with another version. */
  readonly #latest: readonly (readonly [Latest, Latest])[];
  readonly #lastCreation = new Map<string, number>();

  constructor(signs: readonly LifeSign[]) {
    this.#signs = signs.toSorted((left, right) => left.invoke - right.invoke);
    let [first, second] = [none, none];
    this.#latest = this.#signs.map(({ return: end, created, invoke }) => {
      const own = { return: end, created };
      if (created !== undefined) this.#lastCreation.set(created, invoke);
      const isOther = created === undefined || created !== first.created;
      if (end > first.return) [first, second] = [own, isOther ? first : second];
      else if (isOther && end > second.return) second = own;
      return [first, second];
    });
  }

  /** Whether a life may have ended or begun between two uses of a version. */
  mayDivide(version: string, { invoke, ended, return: end }: Use): boolean {
    // A version that is used before its own creation belonged to an earlier life.
    if (ended <= (this.#lastCreation.get(version) ?? -Infinity)) return true;
    const [first, second] = this.#latest[this.#countBefore(end) - 1] ?? [none, none];
    const isOwn = first.created === version;
    return (isOwn ? second : first).return > invoke;
  }

  #countBefore(moment: number): number {
    let low = 0;
    let high = this.#signs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#signs[middle]?.invoke ?? Infinity) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

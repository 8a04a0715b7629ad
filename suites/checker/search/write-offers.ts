import { intAt } from "../history/columns.ts";
import type { Model } from "../objects/model.ts";
import { none } from "../objects/object-history.ts";
import { role } from "../objects/roles.ts";
import type { Configuration } from "./search-state.ts";

/** Writes that can take effect. They are interchangeable unless `areDistinct` is true. */
export interface Offer {
  readonly writes: readonly number[];
  readonly areDistinct: boolean;
}

/** Writes that have been invoked but have not returned, by the state that they need. */
export class WriteOffers {
  readonly #model: Model;
  /** Conditional writes by the version that they replace. */
  readonly #seenOn = new Map<number, number[]>();
  readonly #unseenOn = new Map<number, number[]>();
  /** Deletes by the uid in their request. */
  readonly #deletesOf = new Map<number, number[]>();
  readonly #distinct: number[] = [];

  constructor(model: Model) {
    this.#model = model;
  }

  add(op: number): void {
    this.#listOf(op).push(op);
  }

  remove(op: number): void {
    const list = this.#listOf(op);
    list.splice(list.indexOf(op), 1);
  }

  *in({ node, uid }: Configuration): Generator<Offer> {
    const seen = this.#seenOn.get(node) ?? [];
    const unseen = this.#unseenOn.get(node) ?? [];
    const deletes = this.#deletesOf.get(uid) ?? [];
    if (seen.length > 0) yield { writes: seen, areDistinct: true };
    if (unseen.length > 0) yield { writes: unseen, areDistinct: false };
    if (deletes.length > 0) yield { writes: deletes, areDistinct: true };
    yield { writes: this.#distinct, areDistinct: true };
  }

  #listOf(op: number): number[] {
    const { view } = this.#model;
    const before = intAt(view.before, op);
    const uid = intAt(view.uid, op);
    if (this.#isConditional(op)) {
      return listIn(this.#isSeen(op) ? this.#seenOn : this.#unseenOn, before);
    }
    return this.#isDelete(op) && uid !== none ? listIn(this.#deletesOf, uid) : this.#distinct;
  }

  #isDelete(op: number): boolean {
    const of = intAt(this.#model.view.role, op);
    return of === role.delete || of === role.unknownDelete;
  }

  #isConditional(op: number): boolean {
    const of = intAt(this.#model.view.role, op);
    return of === role.cas || of === role.unknownCas;
  }

  #isSeen(op: number): boolean {
    return intAt(this.#model.view.after, op) !== none;
  }
}

function listIn<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const added: number[] = [];
  lists.set(key, added);
  return added;
}

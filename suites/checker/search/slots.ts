import { intAt } from "../history/columns.ts";
import { none } from "../objects/object-history.ts";

/** Assigns bits to pending operations. Bits are reused. */
export class Slots {
  readonly #slotOf: Int32Array;
  readonly #free: number[] = [];
  #count = 0;

  constructor(operations: number) {
    this.#slotOf = new Int32Array(operations).fill(none);
  }

  get size(): number {
    return this.#count;
  }

  take(op: number): bigint {
    const slot = this.#free.pop() ?? this.#count++;
    this.#slotOf[op] = slot;
    return 1n << BigInt(slot);
  }

  bitOf(op: number): bigint {
    const slot = intAt(this.#slotOf, op);
    return slot === none ? 0n : 1n << BigInt(slot);
  }

  free(op: number): bigint {
    const bit = this.bitOf(op);
    const slot = intAt(this.#slotOf, op);
    if (slot !== none) this.#free.push(slot);
    this.#slotOf[op] = none;
    return bit;
  }
}

import { intAt } from "../history/columns.ts";
import { none } from "../objects/object-history.ts";

/** Bits for operations that are in flight; a bit is used again after its operation. */
export class Slots {
  readonly #slotOf: Int32Array;
  readonly #free: number[] = [];
  #count = 0;

  constructor(operations: number) {
    this.#slotOf = new Int32Array(operations).fill(none);
  }

  /** How many bits are in use, or have been. */
  get size(): number {
    return this.#count;
  }

  /** Gives an operation its bit. */
  take(op: number): bigint {
    const slot = this.#free.pop() ?? this.#count++;
    this.#slotOf[op] = slot;
    return 1n << BigInt(slot);
  }

  /** The bit of an operation that has one; no bit otherwise. */
  bitOf(op: number): bigint {
    const slot = intAt(this.#slotOf, op);
    return slot === none ? 0n : 1n << BigInt(slot);
  }

  /** Takes the bit back. */
  free(op: number): bigint {
    const bit = this.bitOf(op);
    const slot = intAt(this.#slotOf, op);
    if (slot !== none) this.#free.push(slot);
    this.#slotOf[op] = none;
    return bit;
  }
}

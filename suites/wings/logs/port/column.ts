const bits = 12;
const length = 2 ** bits;

/** A growable column of numbers. It grows in chunks, because copying would need twice the memory. */
export class Column {
  readonly #pieces: (Float64Array | Uint8Array | Uint32Array)[] = [];
  readonly #piece: () => Float64Array | Uint8Array | Uint32Array;
  #count = 0;

  constructor(type: Float64ArrayConstructor | Uint8ArrayConstructor | Uint32ArrayConstructor) {
    this.#piece = () => new type(length);
  }

  get count(): number {
    return this.#count;
  }

  push(value: number): void {
    const at = this.#count;
    const piece = this.#pieces[at >>> bits] ?? this.#piece();
    this.#pieces[at >>> bits] = piece;
    piece[at % length] = value;
    this.#count += 1;
  }

  /** Returns the number at an index, which must exist. */
  at(row: number): number {
    return this.#pieces[row >>> bits]?.[row % length] ?? 0;
  }
}

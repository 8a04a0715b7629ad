/** Requires an `index` in range. */
export function intAt(column: Int32Array, index: number): number {
  return column[index] ?? 0;
}

/** Requires an `index` in range. */
export function floatAt(column: Float64Array, index: number): number {
  return column[index] ?? 0;
}

export class IntColumn {
  #data = new Int32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const grown = new Int32Array(this.#length * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.#length] = value;
    this.#length += 1;
  }

  values(): Int32Array {
    return this.#data.subarray(0, this.#length);
  }
}

export class FloatColumn {
  #data = new Float64Array(64);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.#length] = value;
    this.#length += 1;
  }

  values(): Float64Array {
    return this.#data.subarray(0, this.#length);
  }
}

/** A JavaScript `Map` holds at most 2^24 entries. When a map reaches this size, another one is added. */
const maxEntriesPerMap = 16_000_000;

/** Assigns consecutive numbers, starting at 0, to distinct strings. */
export class Interner {
  readonly #texts: string[] = [];
  readonly #maps: Map<string, number>[] = [new Map()];

  /** The interned strings, indexed by number. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Returns the number of a string, or -1 for undefined. */
  numberOf(text: string | undefined): number {
    if (text === undefined) return -1;
    for (const map of this.#maps) {
      const known = map.get(text);
      if (known !== undefined) return known;
    }
    return this.#add(text);
  }

  #add(text: string): number {
    let map = this.#maps.at(-1);
    if (map === undefined || map.size >= maxEntriesPerMap) {
      map = new Map();
      this.#maps.push(map);
    }
    map.set(text, this.#texts.length);
    this.#texts.push(text);
    return this.#texts.length - 1;
  }
}

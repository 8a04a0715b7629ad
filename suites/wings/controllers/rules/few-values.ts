interface Entry<Value> {
  readonly name: string;
  value: Value;
  next: Entry<Value> | undefined;
}

/** Maximum number of entries. An object with more fields is judged only on the newest. */
const most = 256;

/**
 * A small map in insertion order that evicts the oldest entry. Several rules have such a map for
 * each object. The first entry takes 90 bytes, where a Map takes 230. Bounded, because clients may
 * generate names without limit.
 */
export class FewValues<Value> {
  #first: Entry<Value> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(name: string): Value | undefined {
    return this.#find(name)?.value;
  }

  set(name: string, value: Value): void {
    const known = this.#find(name);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    const last = this.#last();
    const entry = { name, value, next: undefined };
    if (last === undefined) this.#first = entry;
    else last.next = entry;
    this.#size += 1;
    if (this.#size > most) this.#forgetOldest();
  }

  delete(name: string): void {
    let before: Entry<Value> | undefined;
    for (let at = this.#first; at !== undefined; at = at.next) {
      if (at.name === name) {
        if (before === undefined) this.#first = at.next;
        else before.next = at.next;
        this.#size -= 1;
        return;
      }
      before = at;
    }
  }

  /** Oldest first. Entries may be deleted during the iteration. */
  *entries(): Generator<readonly [string, Value]> {
    for (let at = this.#first; at !== undefined; at = at.next) yield [at.name, at.value];
  }

  #find(name: string): Entry<Value> | undefined {
    let at = this.#first;
    while (at !== undefined && at.name !== name) at = at.next;
    return at;
  }

  #last(): Entry<Value> | undefined {
    let at = this.#first;
    while (at?.next !== undefined) at = at.next;
    return at;
  }

  #forgetOldest(): void {
    this.#first = this.#first?.next;
    this.#size -= 1;
  }
}

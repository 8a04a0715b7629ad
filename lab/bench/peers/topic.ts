export class Topic<Item> {
  readonly #queues = new Set<Queue<Item>>();

  publish(item: Item): void {
    for (const queue of this.#queues) queue.push(item);
  }

  subscribe(): AsyncGenerator<Item, void, void> {
    const queue = new Queue<Item>();
    this.#queues.add(queue);
    return this.#read(queue);
  }

  async *#read(queue: Queue<Item>): AsyncGenerator<Item, void, void> {
    try {
      for (;;) yield await queue.next();
    } finally {
      this.#queues.delete(queue);
    }
  }
}

class Queue<Item> {
  readonly #items: Item[] = [];
  #wake: (() => void) | undefined;

  push(item: Item): void {
    this.#items.push(item);
    this.#wake?.();
  }

  async next(): Promise<Item> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) return item;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

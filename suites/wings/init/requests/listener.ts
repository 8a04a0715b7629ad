import type { ObjectKey, WatchEnd, WatchEvent } from "#contract";
import { scopedSignal } from "#targets";
import type { WatchListener } from "#targets";

export interface Seen {
  readonly events: readonly WatchEvent[];
  readonly end?: WatchEnd;
}

export class Listener implements WatchListener {
  readonly events: WatchEvent[] = [];
  end: WatchEnd | undefined;
  #wake: (() => void) | undefined;

  event(event: WatchEvent): void {
    this.events.push(event);
    this.#wake?.();
  }

  ended(end: WatchEnd): void {
    this.end = end;
    this.#wake?.();
  }

  get seen(): Seen {
    return { events: this.events, ...(this.end === undefined ? {} : { end: this.end }) };
  }

  async until(isDone: (event: WatchEvent) => boolean, limitMs: number): Promise<boolean> {
    using limit = scopedSignal({ limitMs: Math.ceil(limitMs) });
    for (;;) {
      if (this.events.some(isDone)) return true;
      if (this.end !== undefined || limit.isOver) return false;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        limit.signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }
}

export function isAbout(
  { name }: ObjectKey,
  type: WatchEvent["type"],
): (event: WatchEvent) => boolean {
  return (event) =>
    event.type === type && (event.object?.metadata.name ?? event.key?.name) === name;
}

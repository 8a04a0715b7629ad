import { main } from "../../bin/commands/main.ts";
import { capturedWorld } from "../hostile/captured-world.ts";
import { readSoakCall } from "./soak-call.ts";
import type { SoakCall, SoakEnd } from "./soak-call.ts";

const maxJumpMs = 3_600_000;

/**
 * Makes the wall clock jump several times per second, to up to one hour before or after the true time, until disposed.
 * Monotonic clocks are not affected.
 */
class JumpingClock implements Disposable {
  readonly #date = Date;
  readonly #truth = Date.now;
  #offsetMs = 0;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#timer = setInterval(() => {
      this.#offsetMs = Math.round((Math.random() * 2 - 1) * maxJumpMs);
    }, 200).unref();
    this.#date.now = () => this.#truth() + this.#offsetMs;
    globalThis.Date = new Proxy(this.#date, {
      construct: (date, given): object => {
        const made: object = Reflect.construct(date, given.length === 0 ? [date.now()] : given);
        return made;
      },
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#date.now = this.#truth;
    globalThis.Date = this.#date;
  }
}

process.on("message", (sent) => {
  void run(readSoakCall(sent)).then((end) => process.send?.(end));
});

async function run({ words, clockJumps }: SoakCall): Promise<SoakEnd> {
  using clock = new JumpingClock();
  if (clockJumps) clock.start();
  const printed = { out: "", err: "" };
  const code = await main(words, capturedWorld(printed));
  const { rss: residentBytes } = process.memoryUsage();
  return { code, printed: printed.out + printed.err, residentBytes };
}

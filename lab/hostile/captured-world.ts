import { EventEmitter } from "node:events";
import { listenForStop } from "../../bin/process/interruption.ts";
import type { World } from "../../bin/process/world.ts";

const keptCharacters = 1_000_000;

export interface Printed {
  out: string;
  err: string;
}

/** A world without environment variables and without a user. Captures the start of all output in `printed`. */
export function capturedWorld(printed: Printed): World {
  const signals = new EventEmitter();
  const to = (name: keyof Printed): World["out"] => {
    const write = (text: string): void => {
      printed[name] = (printed[name] + text).slice(0, keptCharacters);
    };
    return { write, writeDocument: write, isTerminal: false, colorLevel: 0 };
  };
  return {
    environment: {},
    out: to("out"),
    err: to("err"),
    clock: () => new Date(),
    monotonicMs: () => performance.now(),
    listen: () => listenForStop(signals, () => {}),
  };
}

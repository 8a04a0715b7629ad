import { listenForStop } from "../process/interruption.ts";
import { main } from "../commands/main.ts";
import type { Output, World } from "../process/world.ts";
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The value of `XDG_STATE_HOME` for the processes of a test, so that they use the same seal as the test's worlds. */
export const testStateHome: string = join(tmpdir(), "conformance-test-state");

export interface TestWorld extends World {
  readonly written: { out: string; err: string };
  /** Tests emit `SIGINT` here. */
  readonly signals: EventEmitter;
}

export function testWorld(environment: World["environment"] = {}): TestWorld {
  const written = { out: "", err: "" };
  const signals = new EventEmitter();
  const output = (name: "out" | "err"): Output => ({
    write: (text) => {
      written[name] += text;
    },
    writeDocument: (text) => {
      written[name] += text;
    },
    isTerminal: false,
    colorLevel: 0,
  });
  return {
    written,
    signals,
    environment,
    stateFolder: join(testStateHome, "status-conformance"),
    out: output("out"),
    err: output("err"),
    clock: () => new Date("2026-01-01T00:00:00Z"),
    monotonicMs: () => performance.now(),
    listen: () =>
      listenForStop(signals, () => {
        written.err += "exited at once\n";
      }),
  };
}

export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function call(
  args: readonly string[],
  world: TestWorld = testWorld(),
): Promise<Called> {
  const code = await main(args, world);
  return { code, ...world.written };
}

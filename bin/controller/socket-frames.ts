import { Transform } from "node:stream";
import { socketUnits } from "./message-reader.ts";
import type { SocketUnit } from "./message-reader.ts";

interface Delay {
  readonly isHeld: () => boolean;
  readonly whenOpen: (unit: SocketUnit) => Promise<void>;
}

/**
 * Splits the bytes from one side into frames, and forwards those for which `admits` returns true. While `delay` is
 * held, waits before each frame.
 */
export function framed(
  from: "client" | "server",
  admits: (unit: SocketUnit) => boolean,
  delay?: Delay,
): Transform {
  const units = socketUnits(from);
  const forward = (unit: SocketUnit): void => {
    if (admits(unit)) stream.push(unit.bytes);
  };
  const stream: Transform = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const all = units(chunk);
      if (delay?.isHeld() === true) {
        void forwardInTurn(all, delay, forward).then(() => done());
        return;
      }
      for (const unit of all) forward(unit);
      done();
    },
  });
  return stream;
}

async function forwardInTurn(
  units: readonly SocketUnit[],
  { whenOpen }: Delay,
  forward: (unit: SocketUnit) => void,
): Promise<void> {
  for (const unit of units) {
    await whenOpen(unit);
    forward(unit);
  }
}

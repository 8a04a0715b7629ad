import { Replay } from "./replay.ts";
import type { ReplayCredentials, ReplaySocket, ReplayStep } from "./replay.ts";

/** The generated script defines these two constants before this program. */
declare const credentials: ReplayCredentials;
declare const steps: readonly ReplayStep[];

/** Available in Node.js 22 and later. */
declare const WebSocket: (new (url: string, protocol: string) => ReplaySocket) | undefined;

const connect =
  typeof WebSocket === "undefined"
    ? {}
    : { connect: (url: string, protocol: string) => new WebSocket(url, protocol) };

const replay = new Replay(steps, {
  credentials,
  fetch: globalThis.fetch,
  ...connect,
  environment: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  suffix: Math.random().toString(36).slice(2, 7),
  lingerMs: 1000,
});
void replay.run().then((isSame) => {
  process.exitCode = isSame ? 0 : 1;
});

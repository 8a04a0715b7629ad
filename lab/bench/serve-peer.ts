import { processorMs } from "./timing.ts";
import { peers } from "./peers/peers.ts";

/**
 * Runs one server in this process: `serve-peer.js NAME`, forked. Sends where it listens, and then, for each
 * message, the milliseconds of processor time that the process has used so far.
 */
const [name = ""] = process.argv.slice(2);
const start = Object.entries(peers).find(([known]) => known === name)?.[1];
if (start === undefined) throw new RangeError(`there is no peer ${name}`);
const { url, webSocketUrl } = await start();
process.on("message", () => process.send?.(processorMs()));
process.on("disconnect", () => process.exit(0));
process.send?.({ url, webSocketUrl });

import { processorMs } from "./timing.ts";
import { peers } from "./peers/peers.ts";

/**
 * Runs one server in this process: `serve-peer.js NAME`, started with `fork`. First sends the server's address to the
 * parent process. Then answers each message with the CPU time of the process so far, in milliseconds.
 */
const [name = ""] = process.argv.slice(2);
const start = Object.entries(peers).find(([known]) => known === name)?.[1];
if (start === undefined) throw new RangeError(`there is no peer ${name}`);
const { url, webSocketUrl } = await start();
process.on("message", () => process.send?.(processorMs()));
process.on("disconnect", () => process.exit(0));
process.send?.({ url, webSocketUrl });

import { parentPort } from "node:worker_threads";
import { startReference } from "#reference";

// The server throws rejections as errors whose stacks are never read; capturing them would take a thirtieth of the
// thread's CPU time.
Error.stackTraceLimit = 0;
const server = await startReference();

/** The only message to the owner is the server's address. The owner terminates the thread. */
parentPort?.postMessage(server.url, []);

import { parentPort } from "node:worker_threads";
import { startReference } from "#reference";

// Refusals are errors, which nobody traces: their stacks would take a thirtieth of the thread's processor time.
Error.stackTraceLimit = 0;
const server = await startReference();

/** The only message to the owner is the server's address. The owner terminates the thread. */
parentPort?.postMessage(server.url, []);

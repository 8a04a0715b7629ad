import { parentPort } from "node:worker_threads";
import { startReference } from "#reference";

const server = await startReference();

/** The only message to the owner is the server's address. The owner terminates the thread. */
parentPort?.postMessage(server.url, []);

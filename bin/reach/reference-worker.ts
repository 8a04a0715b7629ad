import { parentPort } from "node:worker_threads";
import { startReference } from "#reference";

const server = await startReference();

/** The only message: where the server listens. The thread ends when its owner ends it. */
parentPort?.postMessage(server.url, []);

import { parentPort } from "node:worker_threads";
import { tryFault } from "./fault-trial.ts";

const port = parentPort;
const never = new AbortController().signal;

/** Each message names a fault (or nothing, for the clean reference); each answer is its trial. */
port?.on("message", (name: unknown) => {
  const fault = typeof name === "string" ? name : undefined;
  void tryFault(fault, never).then((trial) => port.postMessage(trial));
});

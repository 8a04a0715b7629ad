import { parentPort } from "node:worker_threads";
import { readTrialRequest, tryFault } from "./fault-trial.ts";

const port = parentPort;
const never = new AbortController().signal;

/** Each message asks for a trial; each answer is one, in the order in which they end. */
port?.on("message", (message: unknown) => {
  void tryFault(readTrialRequest(message), never).then((trial) => port.postMessage(trial));
});

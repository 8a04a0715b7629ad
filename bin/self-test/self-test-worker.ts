import { parentPort } from "node:worker_threads";
import { readSurveyRequest, surveyTogether } from "./fault-survey.ts";
import { readTrialRequest } from "./fault-trial.ts";
import { readFreedomRequest } from "./freedom-trial.ts";
import { attemptHere } from "./trial-workers.ts";

const port = parentPort;
const never = new AbortController().signal;

const surveysAtOnce = 3;

/** Each message requests a trial or a shard of the survey. Results are sent in order of completion. */
port?.on("message", (message: unknown) => {
  const part = readSurveyRequest(message);
  const answer =
    part === undefined
      ? attemptHere(readFreedomRequest(message) ?? readTrialRequest(message), never)
      : surveyTogether(part, surveysAtOnce, never);
  void answer.then((found) => port.postMessage(found));
});

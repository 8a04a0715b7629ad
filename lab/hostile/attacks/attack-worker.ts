import { isJsonObject } from "#contract";
import { attackOf } from "./run-attacks.ts";

const uncaught: string[] = [];
process.on("uncaughtException", (error) => uncaught.push(textOf(error)));
process.on("unhandledRejection", (reason) => uncaught.push(textOf(reason)));

/** Each message is the seed of an attack. The response is its result. Runs one attack at a time. */
process.on("message", (sent) => {
  const seed = isJsonObject(sent) ? sent["seed"] : undefined;
  if (typeof seed !== "number") throw new Error("the worker received a message that is not a seed");
  void carryOut(seed).then((attacked) => process.send?.(attacked));
});

async function carryOut(seed: number): Promise<object> {
  uncaught.length = 0;
  const { family, achieved } = await attackOf(seed);
  return { family, achieved: [...achieved, ...uncaught.map((text) => `uncaught: ${text}`)] };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

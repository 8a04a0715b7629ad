import { main } from "../../bin/commands/main.ts";
import { capturedWorld } from "./captured-world.ts";
import { readCall } from "./case-run.ts";
import type { CaseCall, CaseEnd } from "./case-run.ts";
import { Lingering } from "./lingering.ts";
import { PeakMemory } from "./peak-memory.ts";
import { readBack } from "./read-back.ts";

const uncaught: string[] = [];
process.on("uncaughtException", (error) => uncaught.push(textOf(error)));
process.on("unhandledRejection", (reason) => uncaught.push(textOf(reason)));

/** Each message is a call of the program, and the reply is the result of the call. Runs one call at a time. */
process.on("message", (sent) => {
  void run(readCall(sent)).then((end) => process.send?.(end));
});

async function run({ words, output }: CaseCall): Promise<CaseEnd> {
  uncaught.length = 0;
  const written = { out: "", err: "" };
  const lingering = new Lingering();
  using memory = new PeakMemory();
  const code = await main(words, capturedWorld(written));
  const left = await lingering.left();
  const grownBytes = memory.grownBytes;
  const back = await readBack(output);
  return { code, ...written, uncaught: [...uncaught], lingering: left, grownBytes, ...back };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

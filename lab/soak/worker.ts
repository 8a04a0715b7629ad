import { main } from "../../bin/commands/main.ts";
import { capturedWorld } from "../hostile/captured-world.ts";
import { JumpingClock } from "./jumping-clock.ts";
import { readSoakCall } from "./soak-call.ts";
import type { SoakCall, SoakEnd } from "./soak-call.ts";

process.on("message", (sent) => {
  void run(readSoakCall(sent)).then((end) => process.send?.(end));
});

async function run({ words, clockJumps }: SoakCall): Promise<SoakEnd> {
  using clock = new JumpingClock();
  if (clockJumps) clock.start();
  const printed = { out: "", err: "" };
  const code = await main(words, capturedWorld(printed));
  const { rss: residentBytes } = process.memoryUsage();
  return { code, printed: printed.out + printed.err, residentBytes };
}

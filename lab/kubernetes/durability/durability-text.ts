import type { DurabilityPart } from "./cluster-durability.ts";

export function durabilityText(parts: readonly DurabilityPart[]): string {
  return parts.map(partText).join("");
}

function partText({ title, result, isAsExpected }: DurabilityPart): string {
  const { broken, held, open, durationMs } = result;
  const lines = [
    `${isAsExpected ? "as expected" : "NOT AS EXPECTED"}: ${title}`,
    `  ${held.length} held, ${broken.length} broken, ${open.length} open, ${Math.round(durationMs)} ms`,
    ...broken.map((requirement) => `  broken: ${requirement}`),
    ...open.map((problem) => `  open: ${problem}`),
  ];
  return `${lines.join("\n")}\n`;
}

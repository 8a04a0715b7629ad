import { cpus, totalmem } from "node:os";

/** The machine in a few words: processors, memory, and the version of node. */
export function describeMachine(): string {
  const [first] = cpus();
  const model = first?.model.trim().replaceAll(/\s+/gu, " ") ?? "unknown processor";
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} processors (${model}), ${gibibytes} GiB, Node.js ${process.version}, ${process.platform}`;
}

import { cpus, totalmem } from "node:os";

export function describeMachine(): string {
  const [first] = cpus();
  const model = first?.model.trim().replaceAll(/\s+/gu, " ") ?? "unknown processor";
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} processors (${model}), ${gibibytes} GiB, Node.js ${process.version}, ${process.platform}`;
}

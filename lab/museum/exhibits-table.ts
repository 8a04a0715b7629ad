import type { Exhibit } from "./exhibit.ts";
import { markdownTable } from "#reports";
import { systems } from "./systems.ts";
import type { Shown } from "./try-exhibit.ts";

export function listOf(exhibits: readonly Exhibit[]): string {
  const lines = exhibits.map(
    ({ id, system, before, after, rule }) =>
      `${id.padEnd(24)} ${titleOf(system)} ${before} -> ${after}: ${rule}`,
  );
  return `${lines.join("\n")}\n`;
}

export function tableOf(shown: readonly Shown[]): string {
  const head = ["Exhibit", "System", "Rule", "Before", "After", "Seconds", "Also broken after"];
  const rows = shown.map((one) => {
    const { id, system, rule } = one.exhibit;
    const names = [id, titleOf(system), `\`${rule}\``];
    if (one.skipped !== undefined) return [...names, "skipped", cellOf(one.skipped), "", ""];
    const { before, after, seconds } = one;
    return [
      ...names,
      `${before.release}: ${before.verdict}`,
      `${after.release}: ${after.verdict}`,
      String(seconds),
      after.others.map((other) => `\`${other}\``).join(", "),
    ];
  });
  return `${markdownTable(head, rows)}\n`;
}

export function titleOf(name: string): string {
  return systems.find((system) => system.name === name)?.title ?? name;
}

export function cellOf(text: string): string {
  return (text.split("\n")[0] ?? "").replaceAll("|", "\\|");
}

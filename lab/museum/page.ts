import { systems } from "./systems.ts";
import { cellOf, titleOf } from "./table.ts";
import { isShown } from "./try-exhibit.ts";
import type { Shown } from "./try-exhibit.ts";

/** An exhibit that ran. */
type Ran = Extract<Shown, { readonly before: unknown }>;

/** The page about the exhibits that were seen red before their fix and green after it. */
export function pageOf(results: readonly Shown[]): string {
  const ran = results.filter((one): one is Ran => one.skipped === undefined && isShown(one));
  const names = new Set(ran.map(({ exhibit }) => exhibit.system));
  const seen = systems.filter(({ name }) => names.has(name));
  const languages = new Set(seen.map(({ language }) => language));
  return `# Museum of published bugs

Planted faults show that the checks can fail; published bugs of systems that others wrote show that they find what really goes wrong. Each exhibit is a released version with a bug that is described upstream, and the version with its fix. The suite runs on both with the same options and the same seed: the named rule must be broken before and hold after. That is so for ${counted(ran.length, "exhibit")} of ${counted(seen.length, "system")} in ${counted(languages.size, "language")}.

\`npm run museum -- --list\` prints them, \`--only ${ran[0]?.exhibit.id ?? "ID"}\` runs one, \`--all\` runs all and \`--whole\` asks all rules of both versions. Released packages are fetched through Maven and the Go command, pinned, and kept in \`~/.cache/status-conformance/museum\`; what this machine lacks is skipped, with the reason. \`lab/museum/exhibits.ts\` is the table. This page is written from the results of a run by \`--page docs/museum.md\`.

These systems are fakes of API servers for tests, and answer impolitely: with 200 to a creation, 202 to a patch, no body to a deletion or an error, with watches over WebSockets alone, or not at all. A front answers for the control plane that they do not have (version, discovery, namespaces, roles) and passes on every request for an object and every reply as they are. What a system does not claim to have, such as apply or dry runs, is not asked for; roles are not tested, because a fake lets every client do everything, and neither are histories and random sequences, because fakes are made for one client at a time.

${table(ran)}
${seen.map(({ title, language, licence }) => `- ${title}: ${language}, ${licence}`).join("\n")}

## What was found

${ran.map(sectionOf).join("\n\n")}
`;
}

function table(ran: readonly Ran[]): string {
  const head = ["Exhibit", "System", "Broken in", "Holds in", "Rule", "Seconds, both"];
  const rows = ran.map(({ exhibit: { id, system, rule }, before, after, seconds }) => [
    `[${id}](#${id})`,
    titleOf(system),
    before.release,
    after.release,
    `\`${rule}\``,
    String(seconds),
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

function sectionOf({ exhibit, before, seed }: Ran): string {
  const { id, system, defect, upstream, rule, isDeterministic } = exhibit;
  const links = upstream.map((address) => `[${lastOf(address)}](${address})`).join(", ");
  const chance = isDeterministic ? "Every run shows it" : "It takes luck to see it";
  const found = before.finding === undefined ? "" : ` Found: ${cellOf(before.finding)}.`;
  return `### ${id}

${defect} Upstream: ${links}. ${titleOf(system)} ${before.release} breaks \`${rule}\`.${found} ${chance} (seed ${seed}).`;
}

function lastOf(address: string): string {
  return address.split("/").at(-1) ?? address;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

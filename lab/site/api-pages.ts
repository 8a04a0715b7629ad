import { readApi } from "./read-api.ts";
import type { ApiEntry } from "./read-api.ts";
import type { ApiDeclaration } from "./declaration.ts";
import { sitePage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

export function apiPages(root: string): readonly SitePage[] {
  const entries = readApi(root);
  return [sitePage("docs/api/README.md", listPage(entries)), ...entries.map(entryPage)];
}

function listPage(entries: readonly ApiEntry[]): string {
  const rows = entries.map(
    (entry) =>
      `- [\`${entry.name}\`](${fileOf(entry)}): ${entry.exports.map(({ name }) => `\`${name}\``).join(", ")}`,
  );
  return `# Library\n\nThe package is mainly a program. Your own programs can import:\n\n${rows.join("\n")}\n`;
}

function entryPage(entry: ApiEntry): SitePage {
  const { name, exports, mentions } = entry;
  const values = exports.filter(({ kind }) => kind !== "interface" && kind !== "type");
  const types = exports.filter((of) => !values.includes(of));
  const imported = (values.length > 0 ? values : types).map((of) => of.name).join(", ");
  const word = values.length > 0 ? "import" : "import type";
  const parts = [
    `# \`${name}\``,
    `\`\`\`ts\n${word} { ${imported} } from "${name}";\n\`\`\``,
    ...[...values, ...types].flatMap((of) => section(of, "##")),
    ...(mentions.length === 0
      ? []
      : ["## Types that they mention", ...mentions.flatMap((of) => section(of, "###"))]),
  ];
  return sitePage(`docs/api/${fileOf(entry)}`, `${parts.join("\n\n")}\n`);
}

function section({ name, comment, signature }: ApiDeclaration, level: string): readonly string[] {
  return [`${level} ${name}`, prose(comment), `\`\`\`ts\n${signature}\n\`\`\``];
}

function prose(comment: string): string {
  return comment
    .replaceAll(/\{@link (\w+)\}/gu, "`$1`")
    .replaceAll(/^@throws /gmu, "**Throws** ")
    .replaceAll(/^@param (\w+)(?: -)? /gmu, "**`$1`**: ")
    .replaceAll(/^@returns? /gmu, "**Gives** ");
}

function fileOf({ name }: ApiEntry): string {
  return `${name.slice(name.indexOf("/") + 1)}.md`;
}

export interface GuideBlock {
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

export function blocksOf(page: string): readonly GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let heading = "";
  for (const match of page.matchAll(
    /^#+ (?<heading>.+)$|^```(?<language>\w+)\n(?<text>[^]*?)^```$/gmu,
  )) {
    const { groups = {} } = match;
    if (groups["heading"] !== undefined) heading = groups["heading"];
    else blocks.push({ heading, language: groups["language"] ?? "", text: groups["text"] ?? "" });
  }
  return blocks;
}

/**
 * Parses the commands of a shell block, each split into words. Supports single quotes, and backslashes at the end of
 * lines.
 */
export function commandsOf(text: string): readonly (readonly string[])[] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => [...line.matchAll(/'(?<quoted>[^']*)'|\S+/gu)].map(matchedName));
}

function matchedName({ 0: word, groups }: RegExpExecArray): string {
  return groups?.["quoted"] ?? word;
}

/**
 * Finds the first section of the expected output that is missing or out of order in the actual output. Returns
 * undefined if there is none. A line with `…` separates sections.
 */
export function missingIn(printed: string, expected: string): string | undefined {
  const text = withoutMarkup(printed);
  let from = 0;
  for (const part of expected.split(/^…$/mu)) {
    const wanted = withoutMarkup(part);
    const at = text.indexOf(wanted, from);
    if (at < 0) return part.trim();
    from = at + wanted.length;
  }
  return undefined;
}

/** Ignores numbers, which are measurements, except the number of requirements. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll(/\d+(?!\d| requirements)/gu, "0")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

const colon = 0x3a;
const quote = 0x22;

/** Tokens that determine the nesting in a JSON document, including strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gu;

/**
 * Finds the first duplicate property name of a JSON object, which JSON.parse accepts silently. Returns undefined if all
 * names differ. `text` is the valid JSON of the object, and `members` is its number of parsed properties. For almost
 * every object, comparing this number with the number of colons is enough.
 */
export function repeatedMember(text: string, members: number): string | undefined {
  if (possibleNames(text) === members) return undefined;
  const seen = new Set<string>();
  for (const name of namesIn(text)) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** Number of colons that follow a quotation mark: an upper bound for the number of property names at any depth. */
function possibleNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    let before = at - 1;
    while (isBlank(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === quote) count += 1;
  }
  return count;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function* namesIn(text: string): Generator<string> {
  let depth = 0;
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    const first = token.charCodeAt(0);
    if (first === quote) last = token;
    else if (first === colon && depth === 1) yield String(JSON.parse(last));
    else if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
  }
}

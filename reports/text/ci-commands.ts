/** Colours of our own: they take no place. */
const colour = String.raw`(?:\u001b\[[\d;]*m)*`;

/** `##[…]`, `##vso[…]`, `##teamcity[…]`: read as commands anywhere in a line. */
const bracketed = new RegExp(String.raw`#(${colour})#(?=${colour}\w*${colour}\[)`, "gu");

/** `::name::`: read as a command behind blanks, those of .NET among them. */
const doubleColon = new RegExp(
  String.raw`^((?:${colour}[^\S\n]|${colour}\u0085)*${colour}):(?=${colour}:)`,
  "gmu",
);

/** `--- name` and the like: the heading of a group. */
const heading = new RegExp(
  String.raw`^(${colour})([-+~^])(?=(?:${colour}\2){2}${colour}(?:[^\S\n]|$))`,
  "gmu",
);

/** `section_start:1700000000:name`, followed by control characters. */
const section = /section_(?=(?:start|end):\d+:)/gu;

/** What ends a line for some readers, or orders a terminal about: everything but line ends, tabs and colours. */
const control = new RegExp(String.raw`(?!\n|\t|\u001b\[[\d;]*m)\p{Cc}`, "gu");

/**
 * A text for people of which no line is a command to the CI system that shows it: not to GitHub Actions, Azure
 * Pipelines, TeamCity, GitLab or Buildkite. What would be one is shown with a character escaped, `#\u{23}[error]`.
 * Doing it twice changes nothing more.
 */
export function breakCiCommands(text: string): string {
  return text
    .replaceAll(bracketed, (_, between: string) => `#${between}${escapeOf("#")}`)
    .replaceAll(doubleColon, (_, before: string) => `${before}${escapeOf(":")}`)
    .replaceAll(heading, (_, before: string, first: string) => `${before}${escapeOf(first)}`)
    .replaceAll(section, `section${escapeOf("_")}`);
}

/** The same for an output that is no terminal, where control characters have no place at all. */
export function breakForLog(text: string): string {
  return breakCiCommands(text.replaceAll(control, escapeOf));
}

function escapeOf(character: string): string {
  return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * The same for what stands in a document of XML or HTML, with references to characters instead, so that the
 * document says what it said.
 */
export function breakCiCommandsInMarkup(text: string): string {
  return text
    .replaceAll(/(?<=#)#(?=\w*\[)/gu, "&#35;")
    .replaceAll(/^([^\S\n]*):(?=:)/gmu, "$1&#58;")
    .replaceAll(/^([-+~^])(?=\1\1(?:[^\S\n]|$))/gmu, (first) => `&#${first.charCodeAt(0)};`)
    .replaceAll(section, "section&#95;");
}

/** Matches the project's own color sequences. They may occur between the characters of a command. */
const color = String.raw`(?:\u001b\[[\d;]*m)*`;

/** Matches `##[…]`, `##vso[…]` and `##teamcity[…]`, which are commands anywhere in a line. */
const bracketed = new RegExp(String.raw`#(${color})#(?=${color}\w*${color}\[)`, "gu");

/** Matches `::name::`, which is a command after whitespace as .NET defines it. */
const doubleColon = new RegExp(
  String.raw`^((?:${color}[^\S\n]|${color}\u0085)*${color}):(?=${color}:)`,
  "gmu",
);

/** Matches `--- name`, `+++ name`, `~~~ name` and `^^^ …`, which are group headings in Buildkite. */
const heading = new RegExp(
  String.raw`^(${color})([-+~^])(?=(?:${color}\2){2}${color}(?:[^\S\n]|$))`,
  "gmu",
);

/** Matches the start of `section_start:1700000000:name`, which is a section marker in GitLab. */
const section = /section_(?=(?:start|end):\d+:)/gu;

/**
 * Matches characters that some readers treat as line breaks, or terminals treat as control sequences: every control
 * character except line feeds, tabs and colors.
 */
const control = new RegExp(String.raw`(?!\n|\t|\u001b\[[\d;]*m)\p{Cc}`, "gu");

/**
 * Escapes a string so that none of its lines is a command to the CI system that shows it: GitHub Actions, Azure
 * Pipelines, TeamCity, GitLab or Buildkite. Escapes a single character of each command: `#\u{23}[error]`. Idempotent.
 */
export function breakCiCommands(text: string): string {
  return text
    .replaceAll(bracketed, (_, between: string) => `#${between}${escapeOf("#")}`)
    .replaceAll(doubleColon, (_, before: string) => `${before}${escapeOf(":")}`)
    .replaceAll(heading, (_, before: string, first: string) => `${before}${escapeOf(first)}`)
    .replaceAll(section, `section${escapeOf("_")}`);
}

/** Escapes CI commands and control characters, for any output other than a terminal. */
export function breakForLog(text: string): string {
  return breakCiCommands(text.replaceAll(control, escapeOf));
}

function escapeOf(character: string): string {
  return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Like {@link breakCiCommands}, for XML or HTML. Uses character references, which do not change the content. */
export function breakCiCommandsInMarkup(text: string): string {
  return text
    .replaceAll(/(?<=#)#(?=\w*\[)/gu, "&#35;")
    .replaceAll(/^([^\S\n]*):(?=:)/gmu, "$1&#58;")
    .replaceAll(/^([-+~^])(?=\1\1(?:[^\S\n]|$))/gmu, (first) => `&#${first.charCodeAt(0)};`)
    .replaceAll(section, "section&#95;");
}

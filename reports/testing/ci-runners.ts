interface CiRunner {
  readonly name: string;
  readonly source: string;
  /** Whether the runner treats a line, without its line break, as a command or a marker. */
  readonly obeys: (line: string) => boolean;
}

const colour = /\p{Cc}\[[;\d]*[mK]/gu;

/** Matches `Char.IsWhiteSpace` of .NET, which `TrimStart` removes. */
const dotNetBlank =
  /^[\t\v\f\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

/** The rules of common runners. They accept any command name, even for runners that accept only known ones. */
export const ciRunners: readonly CiRunner[] = [
  {
    name: "GitHub Actions",
    source:
      "https://github.com/actions/runner, src/Runner.Common/ActionCommand.cs (TryParseV2, TryParse)",
    obeys: (line) => line.replace(dotNetBlank, "").startsWith("::") || line.includes("##["),
  },
  {
    name: "Azure Pipelines",
    source:
      "https://github.com/microsoft/azure-pipelines-agent, src/Microsoft.VisualStudio.Services.Agent/Command.cs (TryParse); ##[group] and the like: https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands",
    obeys: (line) => line.includes("##vso[") || line.includes("##["),
  },
  {
    name: "TeamCity",
    source: "https://www.jetbrains.com/help/teamcity/service-messages.html",
    obeys: (line) => line.includes("##teamcity["),
  },
  {
    name: "GitLab CI",
    source:
      "https://gitlab.com/gitlab-org/gitlab, lib/gitlab/ci/ansi2json/converter.rb (consume_token, handle_section)",
    obeys: (line) => /section_(?:start|end):\d+:/u.test(line) || line.includes("\r"),
  },
  {
    name: "Buildkite",
    source:
      "https://github.com/buildkite/agent, agent/header_times_streamer.go; https://buildkite.com/docs/pipelines/managing-log-output; \\e]1338 and \\e]1339: terminal-to-html",
    obeys: (line) =>
      /^(?:---|\+\+\+|~~~|\^\^\^)(?:\s|$)/u.test(line.replaceAll(colour, "")) ||
      line.includes("\u001b]"),
  },
];

/**
 * Finds the lines of a string that a runner would execute, each with the runner's name. Uses the line breaks of .NET
 * and GNU.
 */
export function ordersIn(text: string): readonly string[] {
  return text
    .split(/\r\n|\n|\r/u)
    .flatMap((line) =>
      ciRunners.filter(({ obeys }) => obeys(line)).map(({ name }) => `${name}: ${line}`),
    );
}

/** Strings that an endpoint could use to inject commands. */
export const ciOrders: readonly string[] = [
  "::error title=PWN::hello",
  "::set-output name=a::b",
  "::stop-commands::x",
  "##[set-output name=deploy]yes",
  "##vso[task.setvariable variable=NODE_OPTIONS]--require=x",
  "##teamcity[setParameter name='a' value='b']",
  "###[error]x",
  "section_start:1700000000:x\r\u001b[0K",
  "--- a section",
  "+++ b",
  "~~~ c",
  "^^^ +++",
  "\u001b]1339;url=http://evil.example\u0007",
  "#",
  ":",
  "[",
  "\u00a0::error::x",
  "\u2003::warning::x",
];

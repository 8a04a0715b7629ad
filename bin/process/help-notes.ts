import type { Command, Help, Option } from "commander";
import { suiteCommand } from "#contract";
import { helpExamples } from "./help-examples.ts";

type Terms = readonly (readonly [term: string, meaning: string])[];

interface Group {
  readonly terms: Terms;
  readonly width: number;
}

const judging: Terms = [
  ["0", "conformant"],
  ["1", "a MUST is broken, or the baseline does not match"],
  ["2", "usage or configuration error"],
  ["3", "endpoint unreachable, or internal error"],
  ["4", "inconclusive, or nothing was checked"],
  ["130", "interrupted"],
];

/** Exit codes of commands that never exit with `interrupted`. */
const untilTheEnd = judging.filter(([code]) => code !== "130");

const offline = untilTheEnd.map(([code, meaning]) =>
  code === "3" ? ([code, "internal error"] as const) : ([code, meaning] as const),
);

function endings(zero: string, others: Readonly<Partial<Record<1 | 3 | 4, string>>> = {}): Terms {
  const codes = { "0": zero, "2": "usage or configuration error", "3": "internal error" };
  return Object.entries({ ...codes, ...others });
}

const unreachable = "endpoint unreachable, or internal error";

const notStarted = "endpoint unreachable, controller not started, or internal error";

const exitCodesOf: Readonly<Record<string, Terms>> = {
  run: judging,
  controller: judging.map(([code, meaning]) =>
    code === "3" ? ([code, notStarted] as const) : ([code, meaning] as const),
  ),
  observe: untilTheEnd,
  judge: offline,
  merge: offline,
  reproduce: [
    ...endings("not reproduced", { 1: "reproduced", 3: unreachable, 4: "inconclusive" }),
    ["130", "interrupted"],
  ],
  init: [
    ...endings("dialect written; with --check: dialect and schema match", {
      1: "with --check: dialect and schema differ",
      3: unreachable,
    }),
    ["130", "interrupted"],
  ],
  try: [
    ...endings("operation accepted", {
      1: "operation rejected, or its response could not be read",
      3: unreachable,
    }),
    ["130", "interrupted"],
  ],
  "self-test": endings("every fault detected, no false positive", {
    1: "a fault was missed, or a false positive was found",
  }),
  "check-history": endings("no anomaly found", {
    1: "an anomaly was found",
    4: "undecided",
  }),
  verify: endings("the report matches its record", { 1: "the report does not match" }),
  diff: endings("no MUST got worse", {
    1: "a MUST got worse, or --fail-on-schema found a breaking schema change",
  }),
  cleanup: [
    ...endings("all objects deleted", { 3: `objects left behind, ${unreachable}` }),
    ["130", "interrupted"],
  ],
  serve: endings("stopped"),
};

const variables: Terms = [
  ["BROWSER", "browser that show-report starts (default: the system's)"],
  ["CI", "true: write to another machine without confirmation"],
  ["COLUMNS", "output width in characters (default: the terminal's, or 100)"],
  ["FORCE_COLOR", "0 to 3: color level; overrides NO_COLOR and the terminal"],
  [
    "HOME",
    "home folder: contains the default kubeconfig; the search for configuration files stops here",
  ],
  [
    "HTTPS_PROXY",
    "proxy for https:// addresses on other machines; HTTP_PROXY: for http://; ALL_PROXY: for both",
  ],
  ["KUBECONFIG", "kubeconfig for --protocol kubernetes without --kubeconfig"],
  [
    "XDG_STATE_HOME",
    "folder of the key that cleanup uses to recognize your own records (default: ~/.local/state)",
  ],
  ["NODE_ENV", "development: enable extra checks in the GraphQL library (default: production)"],
  ["NO_COLOR", "any value: disable colors"],
  ["NO_PROXY", "domains, addresses and ranges to connect to without a proxy"],
  ["others", "credentials for --identity, --token or a dialect (env:NAME)"],
];

const givenVariables: Terms = [
  ["KUBECONFIG", "kubeconfig for the suite's proxy, if the endpoint is an API server"],
  ["CONFORMANCE_ENDPOINT", "endpoint to connect to (the suite's proxy)"],
  ["CONFORMANCE_WS_ENDPOINT", "address for watches"],
  [
    "CONFORMANCE_TOKEN",
    "credential of the controller role, if known; always set for an API server",
  ],
  ["CONFORMANCE_KINDS", "kinds to reconcile, separated by commas"],
  ["CONFORMANCE_SUFFIX", "suffix for the names of the kinds that the run registers"],
];

export function addHelpNotes(program: Command, run: Command, helpWidth: number): void {
  const help = run.createHelp();
  help.prepareContext({ helpWidth });
  for (const command of program.commands) {
    const codes = layOut(help, "Exit codes:", exitCodesOf[command.name()] ?? endings("done"));
    command.addHelpText("after", `\n${codes}`);
    if (command.name() === "controller") {
      const given = layOut(help, "Environment of --command:", givenVariables);
      command.addHelpText("after", `\n${given}`);
    }
    const examples = examplesOf(command.name(), helpWidth);
    if (examples !== "") command.addHelpText("after", `\n${examples}`);
  }
  const notes = [
    "Options of run, the default command:",
    ...optionsOf(run, help),
    layOut(help, "Exit codes:", judging),
    layOut(help, "Environment variables:", variables),
    examplesOf(run.name(), helpWidth),
    "Run a command with --help for its options, exit codes and examples.",
  ];
  program.addHelpText("after", `\n${notes.join("\n\n")}`);
}

/** Lists the options of the default command in the main help, because most users need only this command. */
function optionsOf(run: Command, help: Help): readonly string[] {
  const visible = help.visibleOptions(run).filter((option) => option.long !== "--help");
  const termsOf = (options: readonly Option[]): Terms =>
    options.map((option) => [help.optionTerm(option), help.optionDescription(option)]);
  const groups = help.groupItems(
    [...run.options],
    visible,
    (option) => option.helpGroupHeading ?? "Options:",
  );
  const width = widthOf(termsOf(visible));
  return [...groups].map(([title, options]) =>
    layOutGroup(help, title, { terms: termsOf(options), width }),
  );
}

function examplesOf(name: string, width: number): string {
  const examples = helpExamples[name] ?? [];
  const lines = examples.map(
    ({ task, args }) => `  # ${task}\n${foldCommand(`  ${suiteCommand} ${args}`, width)}`,
  );
  return lines.length === 0 ? "" : `Examples:\n${lines.join("\n\n")}`;
}

/** Folds a command before options, so that the lines can be pasted into a shell. */
function foldCommand(line: string, width: number): string {
  const [first = "", ...options] = line.split(/ (?=--)/u);
  const lines = [first];
  for (const option of options) {
    const longer = `${lines.at(-1) ?? ""} ${option}`;
    // Leaves space for the backslash.
    if (longer.length + 2 <= width) lines.splice(-1, 1, longer);
    else lines.push(`      ${option}`);
  }
  return lines.join(" \\\n");
}

function layOut(help: Help, title: string, terms: Terms): string {
  return layOutGroup(help, title, { terms, width: widthOf(terms) });
}

function widthOf(terms: Terms): number {
  return Math.max(...terms.map(([term]) => term.length));
}

function layOutGroup(help: Help, title: string, { terms, width }: Group): string {
  const lines = terms.map(([term, meaning]) => help.formatItem(term, width, meaning, help));
  return [title, ...lines].join("\n");
}

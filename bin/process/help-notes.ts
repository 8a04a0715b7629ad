import type { Command, Help } from "commander";

/** Words with what they mean, for two columns. */
type Terms = readonly (readonly [term: string, meaning: string])[];

/** How the commands end that judge something. */
const judging: Terms = [
  ["0", "conformant"],
  ["1", "a requirement is broken"],
  ["2", "wrong use or configuration"],
  ["3", "the endpoint cannot be reached, or the suite failed"],
  ["4", "inconclusive, or nothing ran"],
  ["130", "interrupted"],
];

/** Of those that an interruption does not keep from a verdict. */
const untilTheEnd = judging.filter(([code]) => code !== "130");

/** What 0 means, and what 1, 3 and 4 do, of a command that judges no endpoint. */
function endings(zero: string, others: Readonly<Partial<Record<1 | 3 | 4, string>>> = {}): Terms {
  const codes = { "0": zero, "2": "wrong use or configuration", "3": "the suite failed" };
  return Object.entries({ ...codes, ...others });
}

const unreachable = "the endpoint cannot be reached, or the suite failed";

/** The exit codes of each command, by its name. */
const exitCodesOf: Readonly<Record<string, Terms>> = {
  run: judging,
  controller: judging,
  observe: untilTheEnd,
  judge: untilTheEnd,
  merge: untilTheEnd,
  reproduce: judging,
  init: [
    ...endings("the dialect is written, or still fits", {
      1: "with --check: the schema has changed",
      3: unreachable,
    }),
    ["130", "interrupted"],
  ],
  try: [
    ...endings("the operation was accepted", {
      1: "it was not, or not understood",
      3: unreachable,
    }),
    ["130", "interrupted"],
  ],
  "self-test": endings("each fault is caught, and nothing else", { 1: "something is not" }),
  "check-history": endings("it can have happened", {
    1: "it cannot have happened",
    4: "undecided",
  }),
  verify: endings("the report is that of its record", { 1: "it is not" }),
  diff: endings("nothing is worse", { 1: "something is worse" }),
  cleanup: endings("nothing is left", { 3: `something is left, ${unreachable}` }),
  serve: endings("it was stopped"),
};

/** The variables of its environment that the program reads. */
const variables: Terms = [
  ["BROWSER", "the program that show-report opens the page with (default: that of the system)"],
  ["CI", "true: nobody is asked before another machine is written to"],
  [
    "COLUMNS",
    "the width of what is printed, in characters (default: that of the terminal, or 100)",
  ],
  [
    "FORCE_COLOR",
    "0 to 3: print with so many colours, whatever the terminal has; wins over NO_COLOR",
  ],
  ["HOME", "configurations are looked for up to this folder; the default kubeconfig is below it"],
  ["KUBECONFIG", "the kubeconfig of --protocol kubernetes, where --kubeconfig names none"],
  [
    "XDG_STATE_HOME",
    "holds the key by which cleanup knows records of this user (default: ~/.local/state)",
  ],
  ["NODE_ENV", "development: the GraphQL library checks its own use (default: production)"],
  ["NO_COLOR", "anything: print without colours"],
  [
    "others",
    "those that are named, by env:NAME in --identity and --token or by a dialect: credentials",
  ],
];

/** What a controller that is started with `--command` finds there. */
const givenVariables: Terms = [
  ["KUBECONFIG", "a kubeconfig for that proxy, where an API server is behind it"],
  ["CONFORMANCE_ENDPOINT", "the address that it has to work on, which is that of a proxy"],
  ["CONFORMANCE_WS_ENDPOINT", "the address of watches"],
  [
    "CONFORMANCE_TOKEN",
    "a credential of the role controller, where one is known; always for an API server",
  ],
  ["CONFORMANCE_KINDS", "the kinds that it has to reconcile, with commas between them"],
  ["CONFORMANCE_SUFFIX", "the end of the names of kinds that the run registers"],
];

/** Adds to the help of each command how it ends, and to that of the program what it reads of its environment. */
export function addHelpNotes(program: Command, run: Command, helpWidth: number): void {
  const help = run.createHelp();
  help.prepareContext({ helpWidth });
  for (const command of program.commands) {
    const codes = layOut(help, "Exit codes:", exitCodesOf[command.name()] ?? endings("done"));
    command.addHelpText("after", `\n${codes}`);
    if (command.name() !== "controller") continue;
    const given = layOut(help, "What --command finds in its environment:", givenVariables);
    command.addHelpText("after", `\n${given}`);
  }
  const notes = [
    layOut(help, "Options of run:", optionsOf(run, help)),
    layOut(help, "Exit codes:", judging),
    "Each command has a help of its own, with what its exit codes mean.",
    layOut(help, "Environment variables:", variables),
  ];
  program.addHelpText("after", `\n${notes.join("\n\n")}`);
}

/** Most people only ever need the default command, so the main help shows its options as well. */
function optionsOf(run: Command, help: Help): Terms {
  const options = help.visibleOptions(run).filter((option) => option.long !== "--help");
  return options.map((option) => [help.optionTerm(option), help.optionDescription(option)]);
}

function layOut(help: Help, title: string, terms: Terms): string {
  const width = Math.max(...terms.map(([term]) => term.length));
  const lines = terms.map(([term, meaning]) => help.formatItem(term, width, meaning, help));
  return [title, ...lines].join("\n");
}

import { agreeing, counted, suiteCommand, contractSemantics, isSemanticsName } from "#contract";
import { confidences, isAbout } from "#wings/init";
import type { Drift, Gap, Guess, Inference } from "#wings/init";
import type { InitSettings } from "./init-settings.ts";
import type { Semantics } from "#contract";

export function headingOf({ shown, isProbed }: InitSettings): readonly string[] {
  return [
    `Dialect of ${shown}, derived from its schema${isProbed ? " and test requests" : ""}.`,
    "Comments mark guesses as medium (from types or common names) or low (only a convention: check these).",
  ];
}

export interface WrittenDialect extends Pick<InitSettings, "inference" | "output" | "shown"> {
  readonly missing: readonly Gap[];
  readonly open: readonly string[];
  /** Types that have mutations but were not recognized as kinds, and what each lacks. */
  readonly unrecognized: readonly Pick<Gap, "place" | "problem">[];
}

function endingOf(
  { output, open, missing }: Pick<WrittenDialect, "missing" | "open" | "output">,
  { dialect, guesses }: Inference,
): readonly string[] {
  const run = `${suiteCommand} --endpoint … --dialect ${output}`;
  const low = guesses.filter(({ confidence }) => confidence === "low").length;
  if (open.length > 0) {
    return [
      `Written${output === "-" ? "" : ` to ${output}`}, with ${counted(open.length, "entry", "entries")} to fill in before the first run:`,
      ...open.map((one) => `  ${visible(one)}`),
      ...adviceOn(open, { dialect, guesses }),
      `Edit the file, or use --samples, --map and --operation, then run: ${run}`,
    ];
  }
  if (output === "-") return [];
  const marked = `the ${agreeing(low, "entry", "entries")} marked low`;
  if (missing.length > 0) {
    const check = low === 0 ? "" : ` Check ${marked}.`;
    return [
      `Written to ${output}. A run does not test ${counted(missing.length, "missing entry", "missing entries")}:`,
      ...missing.map(({ place }) => `  ${place}`),
      `At the end of the file, fill in the entries that the API supports.${check} Then run: ${run}`,
    ];
  }
  const next = low === 0 ? "Then run" : `Check ${marked}, then run`;
  return [`Written to ${output}. ${next}: ${run}`];
}

/** Names the option that probably helps if the endpoint rejected the first creation. */
function adviceOn(open: readonly string[], { dialect, guesses }: Inference): readonly string[] {
  const named = dialect.kinds
    .filter(({ name }) => !areListed(name, guesses))
    .flatMap(({ namespaces }) => namespaces)
    .find((namespace) => open.some((one) => containsWord(one, namespace)));
  if (named !== undefined) {
    return [
      `If the namespace ${visible(named)} does not exist, run init again with existing namespaces, ideally two: --namespace NAME NAME`,
    ];
  }
  const isRejected = guesses.some(({ isBlocking }) => isBlocking === true);
  if (!isRejected || !guesses.some(isUnknownCredential)) return [];
  return [
    "If the endpoint expects credentials in another header, run init again with --header 'NAME=$credential', or in a cookie, with --header 'Cookie=NAME=$credential'.",
  ];
}

/** Whether the namespaces of a kind come from a list of the endpoint, so that they exist. */
function areListed(kind: string, guesses: readonly Guess[]): boolean {
  return guesses.some(
    (guess) => isAbout(guess, ["kinds", kind, "namespaces"]) && guess.confidence === "medium",
  );
}

/** Whether a text contains a name that is not part of a longer name. */
function containsWord(text: string, name: string): boolean {
  const pieces = text.split(name);
  return pieces
    .slice(1)
    .some((after, index) => !isPartOfWord(pieces[index]?.at(-1)) && !isPartOfWord(after.at(0)));
}

function isPartOfWord(letter: string | undefined): boolean {
  return /[\p{L}\p{N}_-]/u.test(letter ?? "");
}

export function renderGuesses(
  inference: Inference,
  { inference: given, shown, output, missing, open, unrecognized }: WrittenDialect,
): string {
  const { dialect, guesses } = inference;
  const countOf = (one: Guess["confidence"]): number =>
    guesses.filter(({ confidence }) => confidence === one).length;
  const counts = confidences.map((one) => `${countOf(one)} ${one}`);
  const lines = [
    `${shown}: ${counted(dialect.kinds.length, "kind")}: ${dialect.kinds.map(({ name }) => name).join(", ")}`,
    "",
    ...unwritten(dialect),
    ...sections(
      guesses.filter((guess) => !isSemantics(guess)),
      dialect,
    ),
    ...renderSemantics(inference).map(visible),
    "",
    ...missing.flatMap(({ place, problem }) => [`missing  ${place}: ${visible(problem)}`]),
    ...unrecognized.map(
      ({ place, problem }) => `no kind  ${place.replace(/^kinds\./u, "")}: ${visible(problem)}`,
    ),
    ...(missing.length + unrecognized.length === 0 ? [] : [""]),
    ...withoutNamespaces(dialect, given),
    `${[...counts, `${missing.length} missing`].join(", ")}.`,
    ...endingOf({ output, open, missing }, inference),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The kinds whose status no operation writes. They come first, because a run cannot test their status. */
function unwritten({ kinds }: Inference["dialect"]): readonly string[] {
  const reasons = kinds.flatMap(({ withoutStatus }) => withoutStatus ?? []);
  if (reasons.length === 0) return [];
  return [
    ...reasons.map(visible),
    "If the API has another way to write it, replace withoutStatus in the file by updateStatus.",
    "",
  ];
}

function withoutNamespaces(
  { kinds }: Inference["dialect"],
  { namespaces }: InitSettings["inference"],
): readonly string[] {
  const isUsed = kinds.length === 0 || kinds.some(({ scope }) => scope === "namespaced");
  if (namespaces === undefined || isUsed) return [];
  return [
    "--namespace has no effect, because no kind has a namespace. If objects contain their namespace, pass --map namespace=FIELD.",
    "",
  ];
}

function isUnknownCredential(guess: Guess): boolean {
  const isOpen = guess.confidence === "low" && guess.isElsewhere !== true;
  return isOpen && isAbout(guess, ["credentials"]);
}

function isSemantics({ path }: Guess): boolean {
  return path.includes("semantics");
}

/** Maximum number of kinds for which all entries are shown. */
const fewKinds = 5;

/**
 * Returns the entries by kind. If there are many kinds, shows only the entries with low confidence for kinds without a
 * status mutation, and shows kinds with the same entries once.
 */
function sections(guesses: readonly Guess[], { kinds }: Inference["dialect"]): readonly string[] {
  const groups = new Map<string, Guess[]>();
  for (const guess of guesses) {
    const [first, second] = guess.path;
    const name = first === "kinds" && second !== undefined ? String(second) : "endpoint";
    const group = groups.get(name) ?? [];
    group.push(guess);
    groups.set(name, group);
  }
  const brief = new Set(
    kinds.length <= fewKinds
      ? []
      : kinds
          .filter(({ operations }) => operations.updateStatus.length === 0)
          .map(({ name }) => name),
  );
  const blocks: { readonly names: string[]; readonly text: string; readonly isBrief: boolean }[] =
    [];
  for (const [name, group] of groups) {
    const isBrief = brief.has(name);
    const text = (isBrief ? briefly(group) : group.map(lineOf)).join("\n");
    const same = blocks.find((block) => isBrief && block.isBrief && block.text === text);
    if (same === undefined) blocks.push({ names: [name], text, isBrief });
    else same.names.push(name);
  }
  return blocks.flatMap(({ names, text }) => [names.join(", "), text, ""]);
}

function briefly(guesses: readonly Guess[]): readonly string[] {
  const low = guesses.filter(({ confidence }) => confidence === "low");
  const sure = guesses.length - low.length;
  return [
    `  no status mutation; ${counted(sure, "entry", "entries")} with high or medium confidence`,
    ...low.map(lineOf),
  ];
}

function lineOf({ path, confidence, reason }: Guess): string {
  const place = path[0] === "kinds" ? path.slice(2) : path;
  const what =
    place.length === 0
      ? "the kind itself"
      : place.filter((step) => step !== "operations").join(" ");
  return `  ${confidence.padEnd(6)}  ${what}: ${visible(reason)}`;
}

export function renderDrift(
  drift: readonly Drift[],
  { path, shown }: { readonly path: string; readonly shown: string },
): string {
  if (drift.length === 0) return `${path} covers the whole schema of ${shown}.\n`;
  const lines = drift.map(({ place, problem }) => `  ${place}: ${visible(problem)}`);
  return `${[`${path} and the schema of ${shown} differ in ${counted(drift.length, "place")}:`, ...lines].join("\n")}\n`;
}

/**
 * Replaces control and format characters with spaces, because reasons may quote the endpoint's responses, and a
 * terminal would interpret them.
 */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

/**
 * Renders the declared semantics as a table: the term of the contract, the observed behavior, the confidence and the
 * reason. A kind that behaves differently has its own row.
 */
function renderSemantics({ dialect, guesses }: Inference): readonly string[] {
  const rows = [
    ...rowsOf(dialect.semantics, guesses, ["semantics"]),
    ...dialect.kinds.flatMap(({ name, semantics = {} }) =>
      rowsOf(semantics, guesses, ["kinds", name, "semantics"]),
    ),
  ];
  const table = [["semantics", "contract", "endpoint", "", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function rowsOf(
  semantics: Partial<Semantics>,
  guesses: readonly Guess[],
  at: readonly string[],
): readonly (readonly string[])[] {
  const contract: Partial<Semantics> = contractSemantics;
  return Object.keys(semantics)
    .filter(isSemanticsName)
    .map((name) => {
      const found = guesses.find((guess) => isAbout(guess, [...at, name]));
      const isSeen = found?.confidence === "high";
      const label = at.length === 1 ? name : `${at[1] ?? ""} ${name}`;
      return [
        `  ${label}`,
        contract[name] ?? "not declared",
        isSeen ? (semantics[name] ?? "") : "not observed",
        found?.confidence ?? "low",
        found?.reason ?? "",
      ];
    });
}

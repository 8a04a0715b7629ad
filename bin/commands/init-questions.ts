import { counted, suiteCommand } from "#contract";
import { makeVisible, quoteForShell } from "#reports";
import type { AskedOption, Candidate, Question } from "#wings/init";
import type { InitArguments } from "../options/init-options.ts";
import { UsageError } from "../process/program-errors.ts";
import type { World } from "../process/world.ts";

/** Remembers which questions were asked, so that none is repeated. */
export class Interview {
  readonly #asked = new Set<string>();
  readonly #world: World;
  readonly #signal: AbortSignal;
  #isDone = false;

  /** @throws UsageError without a terminal. */
  constructor(world: World, signal: AbortSignal) {
    if (world.ask === undefined) {
      throw new UsageError("--interactive needs a terminal", {
        fix: "Without a terminal, pass the answers with --map, --operation, --kind and --identity.",
      });
    }
    this.#world = world;
    this.#signal = signal;
  }

  /** Resolves with the arguments that include the answers, or with the same arguments if there are no new ones. */
  async ask(questions: readonly Question[], typed: InitArguments): Promise<InitArguments> {
    let answered = typed;
    for (const question of questions) {
      const key = JSON.stringify(question.sets);
      if (this.#isDone) break;
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      const answer = await this.#answerTo(question);
      if (answer !== "") answered = withAnswer(answered, question.sets, answer);
    }
    return answered;
  }

  /** Asks for the variables with the credentials of roles that the tests lack. */
  async askIdentities(typed: InitArguments): Promise<InitArguments> {
    const given = typed.identity ?? [];
    const added: string[] = [];
    for (const [role, meaning] of Object.entries(askedRoles)) {
      const isGiven = given.some((one) => one.startsWith(`${role}=`));
      if (isGiven || this.#isDone) continue;
      const variable = await this.#variableFor(role, meaning);
      if (variable !== "") added.push(`${role}=env:${variable}`);
    }
    return added.length === 0 ? typed : { ...typed, identity: [...given, ...added] };
  }

  async #answerTo(question: Question): Promise<string> {
    const { err } = this.#world;
    const shown = question.candidates.slice(0, maxShown);
    const more = question.candidates.length - shown.length;
    err.write(
      [
        "",
        question.text,
        ...shown.map((one, index) => lineOf(one, index, question.current)),
        ...(more > 0 ? [`      … and ${counted(more, "more", "more")}: type the name`] : []),
        "",
      ].join("\n"),
    );
    for (;;) {
      const typed = await this.#read(`Number or name, Enter to ${skipping(question)}, q to stop: `);
      const answer = meantBy(typed, question.candidates);
      if (answer !== undefined) return answer === question.current ? "" : answer;
      err.write(`${makeVisible(typed)} is not one of them.\n`);
    }
  }

  async #variableFor(role: string, meaning: string): Promise<string> {
    this.#world.err.write(
      `\nWhich environment variable contains the credential of ${role}, ${meaning}?\n`,
    );
    for (;;) {
      const name = await this.#read("Name of a variable, Enter to skip, q to stop: ");
      if (name === "") return name;
      if ((this.#world.environment[name] ?? "") !== "") return name;
      this.#world.err.write(`The variable ${makeVisible(name)} is unset or empty.\n`);
    }
  }

  async #read(prompt: string): Promise<string> {
    const { ask } = this.#world;
    const answer = (await ask?.(prompt)) ?? "";
    this.#signal.throwIfAborted();
    this.#isDone ||= answer.trim() === done;
    return this.#isDone ? "" : answer.trim();
  }
}

/** The answer that ends the questions. */
const done = "q";

const maxShown = 9;

const askedRoles = {
  reader: "who may read but not write",
  stranger: "who has no permission",
} as const;

function skipping({ current }: Question): string {
  return current === undefined ? "skip" : "keep it";
}

function lineOf({ value, declared }: Candidate, index: number, current?: string): string {
  const isCurrent = value === current ? " (current guess)" : "";
  return makeVisible(`  ${index + 1}  ${value}${isCurrent}  ${declared}`).slice(0, maxWidth);
}

const maxWidth = 160;

/** Undefined if the text is neither empty nor one of the candidates. */
function meantBy(typed: string, candidates: readonly Candidate[]): string | undefined {
  if (typed === "") return typed;
  const named = candidates.find(({ value }) => value === typed);
  const numbered = /^\d+$/u.test(typed)
    ? candidates.slice(0, maxShown)[Number(typed) - 1]
    : undefined;
  return (named ?? numbered)?.value;
}

function withAnswer(typed: InitArguments, sets: AskedOption, answer: string): InitArguments {
  switch (sets.option) {
    case "kind":
      return { ...typed, kind: [...(typed.kind ?? []), answer] };
    case "map":
      return { ...typed, map: [...(typed.map ?? []), `${sets.part}=${answer}`] };
    case "operation":
      return {
        ...typed,
        operation: [...(typed.operation ?? []), `${sets.verb}.${sets.kind}=${answer}`],
      };
  }
}

/** The options that give the same answers without questions. Empty if there are none. */
export function answeredOptions(before: InitArguments, after: InitArguments): string {
  const options = (["kind", "map", "operation", "identity"] as const).flatMap((name) => {
    const known = before[name] ?? [];
    const added = (after[name] ?? []).filter((value) => !known.includes(value));
    return added.length === 0 ? [] : [`--${name}`, ...added.map(quoteForShell)];
  });
  return options.length === 0 ? "" : `${suiteCommand} init … ${options.join(" ")}`;
}

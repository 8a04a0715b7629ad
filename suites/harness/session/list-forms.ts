import type { Command, Limits, ObjectKey } from "#contract";
import type { KindDescription, Target } from "#targets";
import { describePlace, ListsAsSent } from "../lists/lists-as-sent.ts";
import type { SentList } from "../lists/sent-lists.ts";
import { tryList } from "./list-trial.ts";
import type { TriedForm } from "./list-trial.ts";
import type { LeanExchange } from "./trace.ts";

export interface ListFormsOptions {
  readonly target: Target;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Returns the key of a new object, whose creation is announced. */
  readonly newKey: (kind: KindDescription) => ObjectKey;
  /** Called before each command. Throws if the command must not be sent. */
  readonly spend: (command: Command) => void;
  /** Records an exchange of a case, and returns its number. */
  readonly keep: (sent: LeanExchange, of: string) => number;
}

/** The lists of a run that the endpoint arranges in its own way. */
export class ListForms {
  readonly #options: ListFormsOptions;
  readonly #remarks: string[] = [];
  /** The target whose outcomes and events have lists as they were sent, if their arrangement has no meaning. */
  readonly target: Target;
  readonly #lists: ListsAsSent;

  constructor(options: ListFormsOptions) {
    this.#options = options;
    this.#lists = new ListsAsSent(options.target, (sent) => this.#find(sent));
    this.target = this.#lists.target;
  }

  /** Whether the order of the items in a list of a status has no meaning, as far as it is known. */
  isUnordered(kind: string, path: readonly string[]): boolean {
    return this.#lists.isUnordered(kind, path);
  }

  get remarks(): readonly string[] {
    return this.#remarks;
  }

  async #find(sent: SentList): Promise<TriedForm | undefined> {
    const { target, limits, newKey, keep, now, signal, spend } = this.#options;
    const { kind: name } = sent.write.key;
    const kind = target.description.kinds.find((one) => one.name === name);
    if (kind === undefined) return undefined;
    const form = await tryList(sent, {
      target,
      kind,
      newKey: () => newKey(kind),
      spend,
      keep: (exchange) => keep(exchange, `lists#${name}`),
      now,
      eventMs: limits.eventMs,
      signal,
    });
    if (form !== undefined) this.#remarks.push(describeForm(sent, form));
    return form;
  }
}

function describeForm(
  sent: SentList,
  { isUnordered, isWithoutRepetitions, exchanges }: TriedForm,
): string {
  const free = [
    ...(isUnordered ? ["the order"] : []),
    ...(isWithoutRepetitions ? ["repetitions"] : []),
  ].join(" and ");
  const verb = free === "the order" ? "has" : "have";
  const proof = `${sent.part === "spec" ? "specs" : "statuses"} that differ only in this respect are returned alike (exchanges ${exchanges.join(", ")})`;
  return `${free} of the items in ${describePlace(sent)} ${verb} no meaning: ${proof}`;
}

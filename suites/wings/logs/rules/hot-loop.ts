import { counted, isTime } from "#contract";
import type { JsonValue } from "#contract";
import type { Change } from "#harness";
import type { LoggedRequest } from "../port/logged-request.ts";
import { writerKey, writerName } from "../port/writer-finding.ts";
import type { FoundRequest } from "../port/writer-finding.ts";
import { duration } from "./finding-words.ts";
import type { RuleContext, WriterRule, WriteStep } from "./writer-rule.ts";

/**
 * Minimum number of writes in a loop, and the pause, in milliseconds, after which a loop is over. Heartbeats have
 * longer pauses.
 */
const least = 20;
const pauseMs = 1_000;

/**
 * Minimum number of writes that only increment numbers. Larger than {@link least}, because some clients count their
 * progress.
 */
const minCounts = 40;

const minRefusals = 50;

const remembered = 8;

type Kind = "nothing" | "times" | "return" | "count";

interface Run {
  readonly key: string;
  readonly first: FoundRequest;
  last: FoundRequest;
  count: number;
  kind: Kind | undefined;
  steps: readonly string[];
}

/** Finds a client that writes an object repeatedly without a meaningful change, while no other client writes it. */
export function hotLoops(context: RuleContext): WriterRule {
  return new HotLoops(context);
}

class HotLoops implements WriterRule {
  readonly #context: RuleContext;
  #run: Run | undefined;
  #refusals: Run | undefined;
  #states: readonly State[] = [];

  constructor(context: RuleContext) {
    this.#context = context;
  }

  refused({ by }: LoggedRequest, found: FoundRequest): void {
    const key = writerKey(by);
    const run = this.#refusals;
    if (run?.key === key && found.invoke - run.last.return <= pauseMs) {
      run.last = found;
      run.count += 1;
      return;
    }
    this.#closeRefusals();
    this.#refusals = newRun(key, found, []);
  }

  wrote(step: WriteStep): void {
    this.#closeRefusals();
    const { request, found, changes = [] } = step;
    const key = `${request.side}\n${writerKey(request.by)}`;
    const run = this.#run;
    const isNext = run?.key === key && found.invoke - run.last.return <= pauseMs;
    if (run === undefined || !isNext) {
      this.#begin(key, found, []);
      this.#states = statesOf(request);
      return;
    }
    const steps = stepsOf(changes);
    const kind = this.#kindOf(step, run, steps);
    this.#states = [...this.#states, ...statesOf(request)].slice(-remembered);
    if (kind === undefined || (run.kind ?? kind) !== kind) return this.#begin(key, found, steps);
    run.last = found;
    run.count += 1;
    run.kind = kind;
    run.steps = steps;
  }

  end(): void {
    this.#close();
    this.#closeRefusals();
  }

  #begin(key: string, found: FoundRequest, steps: readonly string[]): void {
    this.#close();
    this.#run = newRun(key, found, steps);
  }

  #kindOf(
    { changes, isNoOp, request }: WriteStep,
    run: Run,
    steps: readonly string[],
  ): Kind | undefined {
    if (isNoOp) return "nothing";
    if (changes === undefined || changes.length === 0) return undefined;
    if (changes.every(isOfTime)) return "times";
    const [state] = statesOf(request);
    if (state !== undefined && this.#states.some((earlier) => markOf(earlier) === markOf(state))) {
      return "return";
    }
    return steps.length > 0 && steps.join("\n") === run.steps.join("\n") ? "count" : undefined;
  }

  #close(): void {
    const run = this.#run;
    this.#run = undefined;
    if (run?.kind === undefined || run.count < (run.kind === "count" ? minCounts : least)) return;
    this.#report(run, whatOf[run.kind]);
  }

  #closeRefusals(): void {
    const run = this.#refusals;
    this.#refusals = undefined;
    if (run === undefined || run.count < minRefusals) return;
    this.#report(run, "all rejected");
  }

  #report({ first, last, count }: Run, what: string): void {
    this.#context.report({
      rule: "hot-loop",
      by: first.by,
      requests: [first, last],
      lost: [],
      detail: `${writerName(first.by)} sent ${counted(count, "write")} ${what} within ${duration(last.return - first.invoke)}`,
    });
  }
}

const whatOf: Readonly<Record<Kind, string>> = {
  nothing: "without a change",
  times: "that only changed timestamps",
  return: "that returned to earlier states",
  count: "that only incremented a counter",
};

function newRun(key: string, found: FoundRequest, steps: readonly string[]): Run {
  return { key, first: found, last: found, count: 1, kind: undefined, steps };
}

function isOfTime({ before, after }: Change): boolean {
  return isTimeOrNothing(before) && isTimeOrNothing(after);
}

function isTimeOrNothing(value: JsonValue | undefined): boolean {
  return value === undefined || (typeof value === "string" && isTime(value));
}

/** Empty if anything other than numbers and times changed. */
function stepsOf(changes: readonly Change[]): readonly string[] {
  const steps: string[] = [];
  for (const change of changes) {
    if (isOfTime(change)) continue;
    const { path, before, after } = change;
    if (typeof before !== "number" || typeof after !== "number") return [];
    steps.push(`${path} ${after - before}`);
  }
  return steps;
}

/** A state of an object. Its `mark` is computed on demand, because most writes are not in a loop. */
interface State {
  readonly fields: JsonValue;
  mark?: string;
}

function statesOf({ stored }: LoggedRequest): readonly State[] {
  return stored === undefined ? [] : [{ fields: stored.fields }];
}

/** Serializes a state, with all times replaced by a constant. */
function markOf(state: State): string {
  state.mark ??= JSON.stringify(state.fields, (_member, value: JsonValue) =>
    typeof value === "string" && isTime(value) ? "a time" : value,
  );
  return state.mark;
}

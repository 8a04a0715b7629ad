import { counted, jsonEquals } from "#contract";
import type { JsonValue } from "#contract";
import { writerKey, writerName } from "../port/writer-finding.ts";
import type { FoundRequest } from "../port/writer-finding.ts";
import { duration, shownPaths } from "./finding-words.ts";
import type { RuleContext, WriterRule, WriteStep } from "./writer-rule.ts";

/**
 * Minimum number of times that each of the two clients must have set its own value. Fewer alternations may be a
 * correction.
 */
const least = 3;

/** Maximum pause between two writes of a fight, in milliseconds. After a longer pause, a write is a new decision. */
const pauseMs = 600_000;

/** Maximum number of tracked fields per object. Clients may generate names without limit. */
const maxFields = 1_000;

interface Turns {
  readonly values: [JsonValue | undefined, JsonValue | undefined];
  readonly writers: [FoundRequest, FoundRequest];
  readonly first: FoundRequest;
  count: number;
}

/** Finds two clients that alternately set the same field to the same two values. */
export function fights(context: RuleContext): WriterRule {
  return new Fights(context);
}

class Fights implements WriterRule {
  readonly #context: RuleContext;
  readonly #fields = new Map<string, Turns>();
  readonly #last = new Map<
    string,
    { readonly by: FoundRequest; readonly value: JsonValue | undefined }
  >();
  readonly #ended = new Map<string, { turns: Turns; paths: string[] }>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  wrote({ changes, carries, found }: WriteStep): void {
    for (const change of changes ?? []) {
      if (!carries(change)) {
        this.#close(change.path);
        continue;
      }
      this.#turn(change.path, change.after, found);
    }
  }

  end(): void {
    for (const path of this.#fields.keys()) this.#close(path);
    for (const { turns, paths } of this.#ended.values()) this.#report(turns, paths);
    this.#ended.clear();
  }

  #turn(path: string, value: JsonValue | undefined, found: FoundRequest): void {
    const turns = this.#fields.get(path);
    const last = this.#last.get(path);
    if (this.#last.size >= maxFields && last === undefined) return;
    this.#last.set(path, { by: found, value });
    if (turns !== undefined && isNext(turns, value, found)) {
      turns.values.reverse();
      turns.writers.reverse();
      turns.writers[1] = found;
      turns.count += 1;
      return;
    }
    this.#close(path);
    if (last === undefined || isSame(last.by, found)) return;
    this.#fields.set(path, {
      values: [last.value, value],
      writers: [last.by, found],
      first: last.by,
      count: 2,
    });
  }

  #close(path: string): void {
    const turns = this.#fields.get(path);
    this.#fields.delete(path);
    if (turns === undefined || turns.count < 2 * least) return;
    const pair = turns.writers
      .map(({ by }) => writerKey(by))
      .toSorted()
      .join("\n");
    const known = this.#ended.get(pair);
    if (known === undefined) this.#ended.set(pair, { turns, paths: [path] });
    else if (!known.paths.includes(path)) known.paths.push(path);
  }

  #report(turns: Turns, paths: readonly string[]): void {
    const [one, other] = turns.writers;
    const [shown] = paths;
    const values = turns.values.map((value) =>
      value === undefined ? "nothing" : JSON.stringify(value).slice(0, 60),
    );
    this.#context.report({
      rule: "fight",
      by: turns.first.by,
      other: isSame(one, turns.first) ? other.by : one.by,
      requests: [turns.first, one, other],
      lost: paths.map((path) => ({ path })),
      detail: `${writerName(one.by)} and ${writerName(other.by)} set ${shownPaths(paths)} in turn, ${counted(turns.count, "time")} within ${duration(other.return - turns.first.invoke)}: ${shown ?? ""} to ${values.join(" and to ")}`,
    });
  }
}

function isNext(
  { values, writers }: Turns,
  value: JsonValue | undefined,
  found: FoundRequest,
): boolean {
  const [before, last] = writers;
  return (
    isSame(before, found) && jsonEquals(values[0], value) && found.invoke - last.return <= pauseMs
  );
}

function isSame(left: FoundRequest, right: FoundRequest): boolean {
  return writerKey(left.by) === writerKey(right.by);
}

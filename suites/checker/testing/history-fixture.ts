import type {
  HistoryLine,
  InitialLine,
  OperationLine,
  VersionOrder,
  WatchLine,
} from "../history/history.ts";
import { checkHistory } from "../verdict/check-history.ts";
import type { HistoryVerdict } from "../verdict/check-history.ts";
import { HistoryBuilder } from "../reading/history-builder.ts";

/** A history in short form: the states and operations of objects, then the lines of watches. */
export interface HistoryFixture {
  readonly versions?: VersionOrder;
  readonly operations: readonly (InitialLine | OperationLine)[];
  readonly watch: readonly string[];
}

/** An object `a` that exists initially, at version 7. */
export const initial = {
  kind: "initial",
  object: "default/a",
  version: "7",
  uid: "u1",
  value: "h0",
} as const;

export const acknowledged = {
  kind: "operation",
  object: "default/a",
  client: "c1",
  outcome: "ok",
} as const;

export const unknown = { ...acknowledged, outcome: "unknown" } as const;

export type WatchRow = readonly [name: string, watch: string, wrong: string];

/** Time of the first line of a watch, by default after all operations. */
const firstTime = 100;

/** Checks a history that is given in short form. Lines are numbered from 2: operations first, then watch lines. */
export function checkFixture({
  versions = "comparable",
  operations,
  watch,
}: HistoryFixture): HistoryVerdict {
  const builder = new HistoryBuilder(versions);
  const lines: readonly HistoryLine[] = [...operations, ...watch.map(watchLine)];
  lines.forEach((line, i) => builder.add(line, i + 2));
  return checkHistory(builder.finish());
}

export function wrongIn(history: HistoryFixture): readonly string[] {
  return checkFixture(history).anomalies.map(({ type, operations }) =>
    [type, ...operations].join(" "),
  );
}

export function wrongAfter(
  operations: HistoryFixture["operations"],
  watch: string,
  versions: VersionOrder = "comparable",
): string {
  return wrongIn({ versions, operations, watch: watch.split(", ") }).join(", ");
}

/**
 * Parses a line in short form: `open`, `after 7`, `after 7 of a`, `after 7 in default`, `mark 9`, `close 9`, `expired`.
 * For events: `a 8`, `+a 8` for ADDED, `-a 8` for DELETED, with `=h1` for the content and `~u1` for the uid. Any of
 * them can have the suffix `@4` for the time, and the prefix `w2:` for another watch.
 */
function watchLine(text: string, i: number): WatchLine {
  const [, watch = "w1", said = ""] = /^(?:(\w+): )?(.*)$/u.exec(text) ?? [];
  const [, words = "", value, uid, time = String(firstTime + i)] =
    /^([^=~@]*)(?:=(\S+))? ?(?:~(\S+))? ?(?:@(\S+))?$/u.exec(said) ?? [];
  const [name = "", ...rest] = words.trim().split(" ");
  const line = { kind: "watch", watch, time: Number(time) } as const;
  const [version] = rest;
  switch (name) {
    case "open":
      return { ...line, event: "open", ...scopeOf(rest) };
    case "after":
      return { ...line, event: "open", version, ...scopeOf(rest.slice(1)) };
    case "mark":
      return { ...line, event: "BOOKMARK", version };
    case "close":
      return { ...line, event: "close", version };
    case "expired":
      return { ...line, event: "expired" };
  }
  const object = `default/${name.replace(/^[-+]/u, "")}`;
  return { ...line, event: eventOf(name), object, version, value, uid };
}

function eventOf(name: string): WatchLine["event"] {
  if (name.startsWith("+")) return "ADDED";
  return name.startsWith("-") ? "DELETED" : "MODIFIED";
}

function scopeOf([preposition, part = ""]: readonly string[]): Partial<WatchLine> {
  if (preposition === "of") return { object: `default/${part}` };
  return preposition === "in" ? { namespace: part } : {};
}

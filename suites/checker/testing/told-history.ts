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

/** A history as tests tell it: the state and the operations of objects, then lines of one watch in short. */
export interface ToldHistory {
  readonly versions?: VersionOrder;
  readonly operations: readonly (InitialLine | OperationLine)[];
  readonly watch: readonly string[];
}

/** An object `a` that is there from the start, at version 7. */
export const initial = {
  kind: "initial",
  object: "default/a",
  version: "7",
  uid: "u1",
  value: "h0",
} as const;

/** What all answered operations on it have in common. */
export const told = {
  kind: "operation",
  object: "default/a",
  client: "c1",
  outcome: "ok",
} as const;

/** The same of those whose reply was lost. */
export const unknown = { ...told, outcome: "unknown" } as const;

/** A row of a table of watches: a name, the lines of one in short, and what is wrong with them. */
export type WatchRow = readonly [name: string, watch: string, wrong: string];

/** When the first line of a watch is read, unless it says otherwise: after all operations. */
const firstTime = 100;

/** What the checker says about it. Its lines are numbered from 2, the operations first. */
export function judgeTold({
  versions = "comparable",
  operations,
  watch,
}: ToldHistory): HistoryVerdict {
  const builder = new HistoryBuilder(versions);
  const lines: readonly HistoryLine[] = [...operations, ...watch.map(watchLine)];
  lines.forEach((line, i) => builder.add(line, i + 2));
  return checkHistory(builder.finish());
}

/** The kinds and the lines of what is wrong: `missing-event 10 4`. */
export function wrongIn(history: ToldHistory): readonly string[] {
  return judgeTold(history).anomalies.map(({ type, operations }) =>
    [type, ...operations].join(" "),
  );
}

/** The same of a watch that is told in one text, after the operations. */
export function wrongAfter(
  operations: ToldHistory["operations"],
  watch: string,
  versions: VersionOrder = "comparable",
): string {
  return wrongIn({ versions, operations, watch: watch.split(", ") }).join(", ");
}

/**
 * A line in short: `open`, `after 7`, `after 7 of a`, `after 7 in default`, `mark 9`, `close 9`, `expired`;
 * of events `a 8`, `+a 8` where it is added and `-a 8` where it is deleted, with `=h1` for its content, `~u1`
 * for its uid, and in all of them `@4` for the time and `w2:` in front for another watch.
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

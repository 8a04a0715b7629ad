import type {
  HistoryLine,
  InitialLine,
  OperationLine,
  VersionOrder,
  WatchLine,
} from "../history.ts";
import { checkHistory } from "../check-history.ts";
import type { HistoryVerdict } from "../check-history.ts";
import { HistoryBuilder } from "../reading/history-builder.ts";

/** A history as tests tell it: the state and the operations of objects, then lines of one watch in short. */
export interface ToldHistory {
  readonly versions?: VersionOrder;
  readonly operations: readonly (InitialLine | OperationLine)[];
  readonly watch: readonly string[];
}

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

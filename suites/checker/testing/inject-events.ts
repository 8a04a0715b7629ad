import type { WatchAnomalyType } from "../history/anomaly.ts";
import type { WatchLine } from "../history/history.ts";
import type { Random } from "./random-source.ts";

export interface EventInjection {
  readonly name: string;
  readonly names: readonly WatchAnomalyType[];
  readonly inject: (lines: readonly WatchLine[], random: Random) => readonly WatchLine[];
}

export const eventInjections: readonly EventInjection[] = [
  {
    name: "two events are swapped",
    names: ["event-out-of-order", "event-behind-bookmark"],
    inject: (lines, random) => {
      const at = pick(lines, random, (line, i) => isEvent(line) && isEvent(lines[i + 1]));
      return swapTimes(lines, at, at + 1);
    },
  },
  {
    name: "two events of one object are swapped",
    names: ["event-out-of-order", "missing-event", "resume-gap"],
    inject: (lines, random) => {
      const isFollowed = (line: WatchLine, i: number): boolean => isNextOf(line, lines[i + 1]);
      const at = pick(lines, random, isFollowed);
      return swapTimes(lines, at, at + 1);
    },
  },
  {
    name: "an event is sent twice",
    names: ["duplicate-event"],
    inject: (lines, random) => {
      const at = pick(lines, random, (line, i) => isEvent(line) && isEvent(lines[i + 1]));
      return [...lines, { ...lineAt(lines, at), time: lineAt(lines, at).time + 0.01 }];
    },
  },
  {
    name: "an event is left out",
    names: ["missing-event", "bookmark-ahead", "resume-gap"],
    inject: (lines, random) => {
      // If the watch is reopened after the event, the event is not missing.
      const isMissed = (line: WatchLine, i: number): boolean =>
        isEvent(line) && lines[i + 1]?.event !== "expired" && i < lines.length - 20;
      return without(lines, pick(lines, random, isMissed));
    },
  },
  {
    name: "the last event is left out",
    names: ["undelivered-event", "bookmark-ahead", "missing-event"],
    inject: (lines) => without(lines, lines.findLastIndex(isVersioned)),
  },
  {
    name: "an event has the content of another version",
    names: ["torn-event"],
    inject: (lines, random) => {
      const at = pick(lines, random, (line) => line.event === "MODIFIED");
      return changing(lines, at, { value: "h0" });
    },
  },
  {
    name: "an event shows what nobody wrote",
    names: ["phantom-event"],
    inject: (lines, random) => {
      const at = pick(lines, random, (line) => line.event === "MODIFIED");
      const line = lineAt(lines, at);
      const version = `${Number(line.version) + 3}`;
      return [...lines, { ...line, version, value: "h-phantom", time: line.time + 0.01 }];
    },
  },
  {
    name: "an event has another type",
    names: ["wrong-event-type"],
    inject: (lines, random) => {
      const at = pick(lines, random, (line) => line.event === "MODIFIED");
      return changing(lines, at, { event: random.pick(["ADDED", "DELETED"] as const) });
    },
  },
  {
    name: "an event of another object gets in",
    names: ["event-outside-scope"],
    inject: (lines, random) => {
      const at = pick(lines, random, isEvent);
      const object = lineAt(lines, at).object ?? "";
      const kept = lines.filter((line) => !isEvent(line) || line.object === object);
      const foreign = lines.find((line) => isEvent(line) && line.object !== object);
      const closed = kept.filter((line) => line.event !== "BOOKMARK" && line.event !== "close");
      const opened = closed.map((line) => (line.event === "open" ? { ...line, object } : line));
      return foreign === undefined ? opened : [...opened, foreign];
    },
  },
  {
    name: "an event comes before its write",
    names: ["early-event"],
    inject: (lines) => lines.map((line) => ({ ...line, time: line.time - 1000 })),
  },
  {
    name: "a resumption starts too late",
    names: ["resume-gap", "missing-event", "bookmark-ahead"],
    inject: (lines, random) => {
      const at = pick(lines, random, (line, i) => isResumption(line, i) && isEvent(lines[i + 1]));
      return without(lines, at + 1);
    },
  },
  {
    name: "a resumption starts too early",
    names: ["resume-replay"],
    inject: (lines, random) => {
      const at = pick(lines, random, isResumption);
      const last = lines.slice(0, at).findLast(isEvent);
      const time = lineAt(lines, at).time + 0.01;
      return last === undefined ? lines : [...lines, { ...last, time }];
    },
  },
  {
    name: "a bookmark goes backwards",
    names: ["bookmark-backwards"],
    inject: (lines, random) => {
      const at = pick(lines, random, (line, i) => line.event === "BOOKMARK" && i > 30);
      return changing(lines, at, { version: "115" });
    },
  },
  {
    name: "a bookmark passes an event",
    names: ["bookmark-ahead", "event-behind-bookmark"],
    inject: (lines, random) => {
      const isFollowed = (line: WatchLine, i: number): boolean =>
        line.event === "BOOKMARK" && isEvent(lines[i + 1]) && isEvent(lines[i + 2]);
      const at = pick(lines, random, isFollowed);
      return changing(lines, at, { version: lineAt(lines, at + 2).version });
    },
  },
  {
    name: "an event comes behind a bookmark",
    names: ["event-behind-bookmark"],
    inject: (lines, random) => {
      const isPreceded = (line: WatchLine, i: number): boolean =>
        line.event === "BOOKMARK" && isEvent(lines[i - 1]);
      const at = pick(lines, random, isPreceded);
      const time = lineAt(lines, at).time + 0.01;
      return changing(lines, at - 1, { time });
    },
  },
];

function isEvent(line: WatchLine | undefined): boolean {
  return line?.event === "ADDED" || line?.event === "MODIFIED" || line?.event === "DELETED";
}

function isVersioned({ event }: WatchLine, i: number, lines: readonly WatchLine[]): boolean {
  const isWritten = event === "ADDED" || event === "MODIFIED";
  return isWritten && lines[i + 1]?.event !== "expired";
}

function isResumption(line: WatchLine, i: number): boolean {
  return line.event === "open" && i > 0;
}

function isNextOf(line: WatchLine, next: WatchLine | undefined): boolean {
  return line.event === "MODIFIED" && next?.event === "MODIFIED" && line.object === next.object;
}

function pick(
  lines: readonly WatchLine[],
  random: Random,
  isMeant: (line: WatchLine, i: number) => boolean,
): number {
  return random.pick([...lines.keys()].filter((i) => isMeant(lineAt(lines, i), i)));
}

function lineAt(lines: readonly WatchLine[], at: number): WatchLine {
  const line = lines[at];
  if (line === undefined) throw new RangeError(`no line ${at}`);
  return line;
}

function without(lines: readonly WatchLine[], at: number): readonly WatchLine[] {
  return lines.filter((_, i) => i !== at);
}

function changing(
  lines: readonly WatchLine[],
  at: number,
  change: Partial<WatchLine>,
): readonly WatchLine[] {
  return lines.map((line, i) => (i === at ? { ...line, ...change } : line));
}

/** Swaps two adjacent events: the earlier one arrives just after the later one. */
function swapTimes(lines: readonly WatchLine[], left: number, right: number): readonly WatchLine[] {
  return changing(lines, left, { time: lineAt(lines, right).time + 0.01 });
}

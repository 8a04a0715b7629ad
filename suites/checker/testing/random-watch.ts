import type { HistoryLine, VersionOrder, WatchLine } from "../history/history.ts";
import { Random } from "./random-source.ts";
import { record, watchLines } from "./workload.ts";

export function spoiltWatch(seed: number, versions: VersionOrder): readonly HistoryLine[] {
  const random = new Random(seed);
  const recording = record({
    seed,
    versions,
    operations: 8 + random.below(12),
    objects: 1 + random.below(2),
    clients: 2 + random.below(2),
    reads: 0.2,
    puts: random.pick([0, 0.2]),
    lives: random.pick([0, 0.3]),
    unknown: random.pick([0, 0.15]),
  });
  const object = random.chance(0.3) ? { object: "default/o0" } : {};
  const options = {
    bookmarkEvery: random.pick([0, 3]),
    reopenEvery: random.pick([0, 4]),
    ...object,
  };
  let watch = watchLines(recording.log, { watch: "w1", ...options });
  const other = random.chance(0.3) ? watchLines(recording.log, { watch: "w2" }) : [];
  for (let i = 0; i <= random.below(2); i += 1) watch = spoilt(random, watch);
  return [...recording.lines, ...other, ...watch];
}

function spoilt(random: Random, lines: readonly WatchLine[]): readonly WatchLine[] {
  const at = random.below(lines.length);
  const chosen = lines[at];
  const other = random.pick(lines);
  if (chosen === undefined || chosen.event === "open") return lines;
  const changed = (members: Partial<WatchLine>): readonly WatchLine[] =>
    lines.map((line, i) => (i === at ? { ...line, ...members } : line));
  switch (random.below(5)) {
    case 0:
      return lines.filter((_, i) => i !== at);
    case 1:
      return lines.map((line) => {
        if (line === chosen) return { ...line, time: other.time };
        return line === other ? { ...line, time: chosen.time } : line;
      });
    case 2:
      return [...lines, { ...chosen, time: other.time + 0.01 }];
    case 3:
      return changed({ time: random.below(60) });
    default:
      return isEvent(chosen) ? changed(membersUnlike(random, { lines, other })) : lines;
  }
}

interface Others {
  readonly lines: readonly WatchLine[];
  readonly other: WatchLine;
}

function membersUnlike(random: Random, { lines, other }: Others): Partial<WatchLine> {
  return random.pick<Partial<WatchLine>>([
    { version: other.version ?? versionUnlike(lines) },
    { version: versionUnlike(lines) },
    { value: other.value },
    { uid: other.uid },
    { event: random.pick(["ADDED", "MODIFIED", "DELETED"]) },
  ]);
}

function isEvent({ event }: WatchLine): boolean {
  return event === "ADDED" || event === "MODIFIED" || event === "DELETED";
}

function versionUnlike(lines: readonly WatchLine[]): string {
  const last = lines.findLast(({ version }) => version !== undefined)?.version ?? "7";
  return /^\d+$/u.test(last) ? `${Number(last) + 100}` : `${last}x`;
}

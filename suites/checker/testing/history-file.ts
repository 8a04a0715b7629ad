import type { HistoryLine, VersionOrder } from "../history/history.ts";

export function fileOf(versions: VersionOrder, lines: readonly HistoryLine[]): string {
  const texts = lines.map((line) => JSON.stringify(membersOf(line)));
  return `${[JSON.stringify({ history: 1, versions }), ...texts].join("\n")}\n`;
}

function membersOf(line: HistoryLine): object {
  switch (line.kind) {
    case "initial": {
      const { kind: _, object, ...rest } = line;
      return { initial: object, ...rest };
    }
    case "operation": {
      const { kind: _, operation, ...rest } = line;
      return { op: operation, ...rest };
    }
    case "watch": {
      const { kind: _, version, ...rest } = line;
      if (line.event === "open") return { ...rest, after: version };
      return line.event === "close" ? { ...rest, due: version } : { ...rest, version };
    }
  }
}

import { describeKey, keyOf } from "#contract";
import type { JsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** A status write puts back the spec that it was made from, and a repair sees to it a moment later. */
export const olderSpecShownForAMoment = defineFault({
  name: "older-spec-shown-for-a-moment",
  summary:
    "For 25 ms after a status write, and once at least, reads show the spec from before the last spec write.",
  line: "second",
  breaks: [
    "isolation.status-write-never-changes-spec",
    "apply.ownership-is-per-side",
    "isolation.refused-write-changes-nothing",
    "write.visible-to-later-reads",
    "write.returns-complete-object",
    "concurrency.no-op-keeps-version",
    "generation.counts-spec-changes",
    "deletion.status-writes-go-on",
    "write.dry-run-stores-nothing",
  ],
  change: (rules) => {
    const older = new Map<string, JsonObject>();
    const untilMs = new Map<string, number>();
    const unread = new Set<string>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && !outcome.isRemoval) {
          const key = describeKey(outcome.request.key);
          const spec = outcome.before?.spec;
          if (outcome.request.verb === "updateStatus") {
            untilMs.set(key, performance.now() + 25);
            unread.add(key);
          } else if (spec !== undefined && outcome.request.content.spec !== undefined)
            older.set(key, spec);
        }
        return rules.announce(outcome);
      },
      read: (access, states) => {
        const shown = rules.read(access, states);
        if (shown === undefined) return shown;
        const key = describeKey(keyOf(shown));
        const spec = older.get(key);
        const isFirst = unread.delete(key);
        const isWrong = isFirst || (untilMs.get(key) ?? 0) > performance.now();
        return isWrong && spec !== undefined ? { ...shown, spec } : shown;
      },
    };
  },
});

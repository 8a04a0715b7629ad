import type { OperationAnomalyType } from "../history/anomaly.ts";
import type { HistoryLine } from "../history/history.ts";
import type { Moment, Timeline } from "./simulated-timeline.ts";

export interface Injection {
  readonly name: string;
  readonly names: readonly OperationAnomalyType[];
  readonly inject: (timeline: Timeline) => readonly HistoryLine[];
}

const stale = ["stale-read", "read-your-writes", "non-monotonic-read"] as const;

/** One injection for each operation anomaly that a single wrong line can cause. */
export const operationInjections: readonly Injection[] = [
  {
    name: "a cache answers a read",
    names: stale,
    inject: (timeline) => {
      const moment = timeline.moment(isReplacement);
      return timeline.with(moment, contentOf(moment.before));
    },
  },
  {
    name: "a client does not read its own write",
    names: ["read-your-writes"],
    inject: (timeline) => {
      const moment = timeline.moment(isReplacement);
      return timeline.with(moment, { ...contentOf(moment.before), client: moment.maker.client });
    },
  },
  {
    name: "a read knows the future",
    names: ["future-read"],
    inject: (timeline) => {
      const moment = timeline.moment(isPresent);
      const early = Math.min(moment.maker.invoke - 0.5, moment.made.time - 1);
      return timeline.with(moment, {
        ...contentOf(moment.made),
        invoke: early - 0.25,
        return: early,
      });
    },
  },
  {
    name: "a current version conflicts",
    names: ["spurious-conflict"],
    inject: (timeline) => {
      const moment = timeline.moment(isPresent);
      const precondition = moment.made.version;
      return timeline.with(moment, {
        operation: "cas",
        outcome: "conflict",
        precondition,
        value: "h",
      });
    },
  },
  {
    name: "an object is not found",
    names: ["spurious-not-found"],
    inject: (timeline) => timeline.with(timeline.moment(isPresent), { outcome: "not-found" }),
  },
  {
    name: "a missing object exists",
    names: ["spurious-exists"],
    inject: (timeline) =>
      timeline.with(timeline.moment(isDeletion), { operation: "create", outcome: "exists" }),
  },
  {
    name: "a deleted object is read",
    names: ["read-after-delete"],
    inject: (timeline) => {
      const moment = timeline.moment(isDeletion);
      return timeline.with(moment, contentOf(moment.before));
    },
  },
  {
    name: "a deleted object is written",
    names: ["write-after-delete"],
    inject: (timeline) => {
      const moment = timeline.moment(isDeletion);
      return timeline.with(moment, {
        operation: "cas",
        precondition: moment.before?.version,
        version: between(moment),
        uid: moment.before?.uid,
        value: timeline.token(),
      });
    },
  },
  {
    name: "an incarnation is deleted again",
    names: ["double-delete"],
    inject: (timeline) => {
      const moment = timeline.moment(isDeletion);
      return timeline.with(moment, { operation: "delete", uid: moment.made.uid });
    },
  },
  {
    name: "an existing object is created",
    names: ["create-over-existing"],
    inject: (timeline) => {
      const moment = timeline.moment(isPresent);
      const [uid, value] = [timeline.token(), timeline.token()];
      return timeline.with(moment, { operation: "create", version: between(moment), uid, value });
    },
  },
  {
    name: "a stale version is replaced",
    names: ["lost-update"],
    inject: (timeline) => {
      const moment = timeline.moment(isReplacement);
      const { uid } = moment.made;
      const precondition = moment.before?.version;
      const version = between(moment);
      const value = timeline.token();
      return timeline.with(moment, { operation: "cas", precondition, version, uid, value });
    },
  },
  {
    name: "a version is given out twice",
    names: ["version-reuse"],
    inject: (timeline) => {
      const moment = timeline.moment(isReplacement);
      const { version, uid } = moment.made;
      return timeline.with(moment, { operation: "put", version, uid, value: timeline.token() });
    },
  },
  {
    name: "a version comes from nowhere",
    names: ["phantom-version"],
    inject: (timeline) => {
      const moment = timeline.moment(isPresent);
      const { uid } = moment.made;
      return timeline.with(moment, { version: between(moment), uid, value: timeline.token() });
    },
  },
  {
    name: "a rejected write is read",
    names: ["dirty-read"],
    inject: (timeline) => {
      const refused = timeline.operation(({ outcome }) => outcome === "conflict");
      const moment = timeline.moment(
        (other) => isPresent(other) && other.object === refused.object,
      );
      const { uid } = moment.made;
      return timeline.with(moment, { version: between(moment), uid, value: refused.value });
    },
  },
  {
    name: "status and spec are of different versions",
    names: ["torn-value"],
    inject: (timeline) => {
      const moment = timeline.moment(isReplacement);
      return timeline.with(moment, { ...contentOf(moment.made), value: moment.before?.value });
    },
  },
  {
    name: "a write is acknowledged and forgotten",
    names: ["dropped-write"],
    inject: (timeline) => {
      const moment = timeline.moment(isPresent);
      const { version, uid } = moment.made;
      const value = timeline.token();
      return timeline.with(moment, {
        operation: "cas",
        precondition: version,
        version,
        uid,
        value,
      });
    },
  },
  {
    name: "a write takes effect twice",
    names: ["duplicate-apply"],
    inject: (timeline) => {
      const moment = timeline.moment(isReplacement);
      const { uid } = moment.made;
      return timeline.with(moment, { version: between(moment), uid, value: moment.made.value });
    },
  },
  {
    name: "a uid is given out twice",
    names: ["uid-reuse"],
    inject: (timeline) => {
      const moment = timeline.moment(isDeletion);
      const value = timeline.token();
      const { uid } = moment.made;
      return timeline.with(moment, { operation: "create", version: between(moment), uid, value });
    },
  },
  {
    name: "a uid comes from nowhere",
    names: ["phantom-incarnation"],
    inject: (timeline) => {
      const moment = timeline.moment(isPresent);
      return timeline.with(moment, { operation: "delete", uid: timeline.token() });
    },
  },
  {
    name: "a write jumps to the next incarnation",
    names: ["cross-incarnation-write"],
    inject: (timeline) => {
      const moment = timeline.moment(isRecreation);
      const [precondition, { uid }] = [moment.before?.version, moment.made];
      const [version, value] = [between(moment), timeline.token()];
      return timeline.with(moment, { operation: "cas", precondition, version, uid, value });
    },
  },
];

function isPresent({ made }: Moment): boolean {
  return made.type !== "DELETED";
}

function isDeletion({ made, before }: Moment): boolean {
  return made.type === "DELETED" && before !== undefined;
}

function isReplacement({ made, before }: Moment): boolean {
  return made.type === "MODIFIED" && before !== undefined;
}

function isRecreation({ made, before }: Moment): boolean {
  return made.type === "ADDED" && before !== undefined;
}

function contentOf(
  state: Moment["before"],
): Partial<Pick<Moment["made"], "version" | "uid" | "value">> {
  return state === undefined ? {} : { version: state.version, uid: state.uid, value: state.value };
}

function between({ made }: Moment): string {
  return /^\d+$/.test(made.version) ? `${Number(made.version) + 3}` : `${made.version}-next`;
}

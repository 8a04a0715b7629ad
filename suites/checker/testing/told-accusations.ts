import type { Anomaly } from "../history/anomaly.ts";
import type { InitialLine, VersionOrder } from "../history/history.ts";
import { judgeTold } from "./told-history.ts";
import { toldOperation } from "./told-operation.ts";

/** Operations on one object in short form, separated by semicolons. */
export interface ToldOperations {
  readonly versions: VersionOrder;
  /** The initial states; their lines come first. */
  readonly first: readonly InitialLine[];
  readonly told: string;
}

/** The verdict on operations and the anomalies: `illegal: stale-read 5 3, or dropped-write 3`. */
export function accusedIn({ versions, first, told }: ToldOperations): string {
  const operations = [...first, ...told.split("; ").map(toldOperation)];
  const { verdict, anomalies } = judgeTold({ versions, operations, watch: [] });
  return [verdict, ...(anomalies.length === 0 ? [] : [anomalies.map(textOf).join("; ")])].join(
    ": ",
  );
}

/** The type of an anomaly, its lines, and its alternatives. */
function textOf(anomaly: Anomaly): string {
  const others = anomaly.kind === "object" ? anomaly.alternatives : [];
  const shown = [anomaly.type, ...anomaly.operations].join(" ");
  return [shown, ...others.map(({ type, line }) => `or ${type} ${line}`)].join(", ");
}

import type { Anomaly } from "../history/anomaly.ts";
import type { InitialLine, VersionOrder } from "../history/history.ts";
import { checkFixture } from "./history-fixture.ts";
import { operationFixture } from "./operation-fixture.ts";

export interface OperationsFixture {
  readonly versions: VersionOrder;
  readonly first: readonly InitialLine[];
  readonly text: string;
}

/** Returns the verdict on operations and the anomalies: `illegal: stale-read 5 3, or dropped-write 3`. */
export function anomaliesIn({ versions, first, text }: OperationsFixture): string {
  const operations = [...first, ...text.split("; ").map(operationFixture)];
  const { verdict, anomalies } = checkFixture({ versions, operations, watch: [] });
  return [verdict, ...(anomalies.length === 0 ? [] : [anomalies.map(textOf).join("; ")])].join(
    ": ",
  );
}

function textOf(anomaly: Anomaly): string {
  const others = anomaly.kind === "object" ? anomaly.alternatives : [];
  const shown = [anomaly.type, ...anomaly.operations].join(" ");
  return [shown, ...others.map(({ type, line }) => `or ${type} ${line}`)].join(", ");
}

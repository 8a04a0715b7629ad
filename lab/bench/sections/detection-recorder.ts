import { HistoryRecorder } from "../../../suites/harness/history/history-recorder.ts";
import type { Section } from "../section.ts";
import { processorMs } from "../timing.ts";

export const recorder: Section = {
  title: "History recorder",
  measure: ({ isSmoke }) => {
    const rounds = isSmoke ? 1 : 7;
    const operations = isSmoke ? 100_000 : 200_000;
    const perOperation: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const tookMs = timeOfRecording(operations);
      if (round > 0) perOperation.push((tookMs * 1_000) / operations);
    }
    const name = `invocation and return of one operation, ${operations} operations`;
    return Promise.resolve([{ name, values: perOperation, unit: "µs", atMost: 1 }]);
  },
};

function timeOfRecording(operations: number): number {
  const recorded = new HistoryRecorder("opaque", () => performance.now());
  const startedMs = processorMs();
  for (let count = 0; count < operations; count += 1) {
    const row = recorded.begin({
      operation: "cas",
      object: "default/a",
      client: "c1",
      precondition: "7",
      value: "1.2",
    });
    recorded.end(row, "ok", { version: "8", uid: "u1", value: "1.2" });
  }
  return processorMs() - startedMs;
}

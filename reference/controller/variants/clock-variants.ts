import type { FaultyVariant } from "./define-variant.ts";

export const clockVariants: readonly FaultyVariant[] = [
  {
    name: "waits-for-an-age",
    summary:
      "Reports on an object once it is old enough, according to its creation time and the local clock.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Bucket",
    scenarios: ["reports-whatever-the-clock-says"],
    change: ({ report }) => ({
      report: async (object, work, options) => {
        const { creationTimestamp } = object.metadata;
        const { now, wait } = options.writing;
        const leftMs = Date.parse(creationTimestamp ?? "") + minAgeMs - now().getTime();
        if (leftMs > 0) await wait(leftMs, options.signal);
        return await report(object, work, options);
      },
    }),
  },
];

const minAgeMs = 20;

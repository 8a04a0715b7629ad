import { defineFault } from "../../store/fault.ts";

/** Every accepted write is stored, also one that changes nothing. */
export const noOpTakesVersion = defineFault({
  name: "no-op-takes-version",
  summary: "A write that changes nothing takes a new version, and is an event.",
  breaks: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
  change: () => ({ isNoOp: () => false }),
});

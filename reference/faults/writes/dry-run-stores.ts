import { defineFault } from "../../store/fault.ts";

/** The option is read and forgotten. */
export const dryRunStores = defineFault({
  name: "dry-run-stores",
  summary: "A dry run is carried out in earnest.",
  breaks: [
    "write.dry-run-stores-nothing",
    "write.dry-run-takes-no-version",
    "watch.nothing-for-dry-run",
  ],
  change: () => ({
    isDryRun: () => false,
  }),
});

import { defineFault } from "../../store/fault.ts";

/** A deletion deletes. */
export const deletionIgnoresFinalizers = defineFault({
  name: "deletion-ignores-finalizers",
  summary: "An object with finalizers is gone at once.",
  breaks: ["deletion.waits-for-finalizers"],
  change: () => ({
    terminatingObject: () => undefined,
  }),
});

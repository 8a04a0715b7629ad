import { describeKey } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The count is kept by name, and the name comes back. */
export const generationOutlivesObject = defineFault({
  name: "generation-outlives-object",
  summary: "An object that is created again goes on with the generation of its predecessor.",
  breaks: ["generation.starts-at-one", "deletion.successor-starts-afresh"],
  change: (rules) => {
    const counts = new Map<string, number>();
    return {
      generation: (change) => {
        const name = describeKey(change.request.key);
        const last = counts.get(name) ?? 0;
        const count = change.before === undefined ? last + 1 : rules.generation(change);
        counts.set(name, count);
        return count;
      },
    };
  },
});

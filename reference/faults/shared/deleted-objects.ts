import type { Resource } from "#contract";
import type { Rules } from "../../rules/rules.ts";

/** The last state of each object that was deleted, by its name, and the rule that notes it. */
export interface DeletedObjects {
  readonly lastOf: (name: string) => Resource | undefined;
  readonly announce: Rules["announce"];
}

/** Remembers what was deleted. What it notes with is to take the place of the rule `announce`. */
export function deletedObjects(rules: Rules): DeletedObjects {
  const gone = new Map<string, Resource>();
  return {
    lastOf: (name) => gone.get(name),
    announce: (outcome) => {
      const isRemoval = outcome.result === "committed" && outcome.isRemoval;
      if (isRemoval && outcome.before !== undefined) {
        gone.set(outcome.request.key.name, outcome.before);
      }
      return rules.announce(outcome);
    },
  };
}

import { setTimeout as wait } from "node:timers/promises";
import { defineFault } from "../../store/fault.ts";

/** How long the table that reads look at is behind. */
const behindMs = 100;

/** The event goes out with the write, and the table that reads look at follows. */
export const eventBeforeStore = defineFault({
  name: "event-before-store",
  summary:
    "For 100 ms after the event of a write, and until its reply, reads show the object as it was before.",
  line: "second",
  breaks: [
    "write.visible-to-later-reads",
    "write.warning-validation-tells-unknown-members",
    "isolation.refused-write-changes-nothing",
  ],
  change: (rules) => {
    /** How many writes of an object reads do not show yet, by its uid. */
    const behind = new Map<string, number>();
    let last: Promise<unknown> = Promise.resolve();
    const hide = async (uid: string): Promise<void> => {
      behind.set(uid, (behind.get(uid) ?? 0) + 1);
      await wait(behindMs);
      behind.set(uid, (behind.get(uid) ?? 1) - 1);
    };
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && outcome.before !== undefined) {
          last = hide(outcome.after.metadata.uid);
        }
        return rules.announce(outcome);
      },
      read: (access, states) => {
        const isBehind = (behind.get(states?.current.metadata.uid ?? "") ?? 0) > 0;
        return isBehind && states?.previous !== undefined
          ? states.previous
          : rules.read(access, states);
      },
      respond: (result) =>
        isWrite(result.data) ? last.then(() => rules.respond(result)) : rules.respond(result),
    };
  },
});

/** Whether a reply is that to a mutation. */
function isWrite(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    Object.keys(data).some((field) => /^(?:create|update|delete|patch|replace)/.test(field))
  );
}

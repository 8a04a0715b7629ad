import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** Names that a program gave are looked up by another index than names that people gave. */
export const rightForNamesWithDigits = defineFault({
  name: "right-for-names-with-digits",
  summary: "A stale status write to an object without a digit in its name is accepted.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => ({
    precondition: acceptingStaleStatus(rules, ({ key }) => !/[0-9]/.test(key.name)),
  }),
});

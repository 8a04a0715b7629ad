import { expect, it } from "vitest";
import type { Finding, SeenEvent } from "#harness";
import { complaintOf, resultsOf, strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { anyVersionBeginsWithState } from "./any-version-begins-with-state.ts";

const requirement = "watch.any-version-begins-with-state";

const created = writtenAt("2");
const present = writtenAt("3");
const neighbour = writtenAt("9", { metadata: { name: "b" } });

interface Row {
  readonly why: string;
  readonly events: readonly SeenEvent[];
  readonly result: Finding["result"];
  readonly reached?: boolean;
}

it.each<Row>([
  { why: "begins with the object", events: [eventOf(present, "ADDED")], result: "held" },
  {
    why: "begins with an earlier state and catches up",
    events: [eventOf(created, "ADDED"), eventOf(present)],
    result: "held",
  },
  {
    why: "shows another object before",
    events: [eventOf(neighbour, "ADDED"), eventOf(present, "ADDED")],
    result: "held",
  },
  { why: "begins with now", events: [], result: "violated" },
  {
    why: "shows another object alone",
    events: [eventOf(neighbour, "ADDED")],
    result: "violated",
  },
  { why: "begins with a change", events: [eventOf(present)], result: "violated" },
  { why: "never shows the sentinel", events: [], reached: false, result: "undecided" },
])("a watch of any version that $why: $result", ({ events, result, reached = true }) => {
  const watch = watchWith(events, { after: "0", reached });
  const findings = anyVersionBeginsWithState.judge({ present, watch }, strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("states what came first", () => {
  const watch = watchWith([eventOf(present), eventOf(present, "ADDED")], { after: "0" });
  const findings = anyVersionBeginsWithState.judge({ present, watch }, strictTarget);

  expect(complaintOf(findings, requirement)).toContain("MODIFIED");
});

import { expect, it } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import { renderTerminal } from "./terminal.ts";
import { hostileRecord } from "../testing/hostile-record.ts";

it("shows ten million characters of a target in a few lines, and obeys none of them", () => {
  const text = renderTerminal(buildReport(hostileRecord(true)), {
    width: 100,
    colorLevel: 0,
    verbosity: "verbose",
  });
  expect(text.length).toBeLessThan(200_000);
  expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
});

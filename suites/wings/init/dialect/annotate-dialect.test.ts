import { expect, it } from "vitest";
import { canonicalDialect } from "#targets/graphql";
import { annotateDialect } from "./annotate-dialect.ts";

it("marks a reason that is too long for a comment as truncated", () => {
  const reason = "tested by triggering errors; ".repeat(20);
  const guesses = [{ path: ["outcomes"], confidence: "low", reason }] as const;

  const text = annotateDialect({ dialect: canonicalDialect, guesses }, []);

  expect(text).toContain(`# low: ${reason.slice(0, 299)}…\noutcomes:`);
});

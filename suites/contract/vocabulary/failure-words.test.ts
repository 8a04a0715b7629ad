import { expect, it } from "vitest";
import { namesFailure } from "./failure-words.ts";

it.each([
  ["INTERNAL_SERVER_ERROR", true],
  ["INTERNAL", true],
  ["UnhandledException", true],
  ["An unexpected error occurred", true],
  ["HTTP 502", true],
  ["UNEXPECTED_VERSION", false],
  ["UNKNOWN_PRESS", false],
  ["SERVER_BUSY_ZONE", false],
  ["internal name is taken", false],
])("recognizes failures of a server: %s", (text, is) => {
  expect(namesFailure(text)).toBe(is);
});

import { expect, it } from "vitest";
import { parsePath, printPath } from "./attempt.ts";

it.each(["0", "3:0:14", "999999:1"])("%s is read back as it is printed", (text) => {
  const path = parsePath(text);
  expect(path === undefined ? undefined : printPath(path)).toBe(text);
});

it.each(["", ":", "1:", "a", "1:-1", "1:1.5", "1234567", "1 :2", `0${":1".repeat(4000)}`])(
  "%s is no path",
  (text) => {
    expect(parsePath(text)).toBeUndefined();
  },
);

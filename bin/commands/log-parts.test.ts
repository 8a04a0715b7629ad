import { expect, it } from "vitest";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { PartFiles } from "./check-history-files.ts";
import { PartLines } from "./log-parts.ts";

const folder = folderForAllTests();

it("reads the lines of a file in order, and again by their position", () => {
  using files = new PartFiles(folder.path, 1);
  // Line lengths below and above the block size, with multi-byte characters. The 5 MB exceed the cache.
  const lines = Array.from({ length: 1_000 }, (_, i) => `${i} ${"é€𝄞".repeat((i * 7919) % 1_200)}`);
  lines[500] = "long ".repeat(400_000);
  lines[501] = "";
  for (const line of lines) files.append(0, `${line}\n`);
  const read = new PartLines(files, 0);

  expect([...read]).toEqual(lines);
  const positions = [0, 999, 500, 501, 502, ...lines.map((_, i) => (i * 617) % 1_000)];
  expect(positions.map((position) => read.at(position) === lines[position])).not.toContain(false);
  expect(read.at(1_000)).toBeUndefined();
});

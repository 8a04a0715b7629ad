import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The folders whose rooms are listed, each room of them. */
const listed = [
  "suites/harness",
  "suites/checker",
  "suites/targets",
  "suites/targets/graphql",
  "reference",
  "reference/faults",
  "reports",
  "bin",
];

/** Folders that are called the same everywhere. */
const everywhere = new Set(["testing", "__snapshots__"]);

/** The folders in the table of rooms; `/name` stands beside the one before it. */
function roomsInGuide(): readonly string[] {
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const table = guide.slice(guide.indexOf("## The rooms"), guide.indexOf("## How a run goes"));
  let before = "";
  return [...table.matchAll(/^\| (`[^|]+`) +\|/gmu)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => {
      before = name.startsWith("/") ? dirname(before) + name : name;
      return before;
    }),
  );
}

function roomsOnDisk(): readonly string[] {
  return listed.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !everywhere.has(entry.name))
      .map(({ name }) => `${folder}/${name}`),
  );
}

it("the guide names every room, and none that there is not", () => {
  const told = roomsInGuide();
  expect(told.length).toBeGreaterThan(40);
  expect(told.toSorted()).toEqual(roomsOnDisk().toSorted());
});

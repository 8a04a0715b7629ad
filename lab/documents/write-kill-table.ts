import { readFileSync, writeFileSync } from "node:fs";
import { isJsonObject } from "#contract";
import { npmScript, parseArguments } from "../npm-script.ts";
import { killTableOf } from "../../bin/self-test/trials-kill-table.ts";
import { readSuite } from "../../bin/process/version.ts";

const [path = ""] = parseArguments(
  npmScript(
    "kill-table",
    "Write the table of detected faults from the results of a full self-test.",
  ).argument("<matrix>", "results of npm run self-test -- --complete --format json"),
).args;
const matrix: unknown = JSON.parse(readFileSync(path, "utf8"));
const measured = isJsonObject(matrix) && Array.isArray(matrix["faults"]) ? matrix["faults"] : [];
const caught = measured.flatMap((fault): readonly (readonly [string, boolean])[] =>
  isJsonObject(fault) && typeof fault["name"] === "string"
    ? [[fault["name"], fault["caught"] === true]]
    : [],
);
const table = killTableOf(readSuite().version, new Map(caught));
const rows = table.faults.map((fault) => JSON.stringify(fault)).join(",\n");
writeFileSync(
  "reports/schema/kill-table.json",
  `{"version":${JSON.stringify(table.version)},"faults":[\n${rows}\n]}\n`,
);

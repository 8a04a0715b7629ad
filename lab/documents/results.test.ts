import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { outdatedPages } from "./documentation.ts";
import { compactReport, foldedResults, resultsFolder } from "./results.ts";

const folder = join(fileURLToPath(new URL("../..", import.meta.url)), resultsFolder);

it("are stored with one line per entry (npm run docs:results formats them)", () => {
  const pages = foldedResults(folder);

  expect(pages.length).toBeGreaterThan(0);
  expect(outdatedPages(folder, pages)).toEqual([]);
});

it("keep the first failure of each requirement if they are compact", () => {
  const held = { result: "held" };
  const first = { result: "violated", case: "a#Widget", expected: "one", actual: "two" };
  const requirement = { requirement: "write.keeps-identity", level: "MUST", verdict: "fail" };

  const compact = compactReport({
    profile: "kubernetes/v1",
    cases: [{ case: "a#Widget" }],
    exchanges: [],
    requirements: [
      { ...requirement, why: "", findings: [held, first, { ...first, actual: "three" }] },
    ],
  });

  expect(compact).toMatchObject({ profile: "kubernetes/v1" });
  expect(compact).not.toHaveProperty("cases");
  expect(compact["requirements"]).toEqual([{ ...requirement, expected: "one", actual: "two" }]);
});

it("name no folder of the machine that wrote them", () => {
  const { command } = compactReport({
    command:
      "npx conformance --endpoint http://127.0.0.1:80/ --kind-file /home/me/own/kinds.yaml --output=/srv/out --only 'write/*' --ca docs/a.crt",
    requirements: [],
  });

  expect(command).toBe(
    "npx conformance --endpoint http://127.0.0.1:80/ --kind-file kinds.yaml --output=out --only 'write/*' --ca docs/a.crt",
  );
});

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { copyCheckout } from "../../bin/testing/pack-checkout.ts";
import { blocksOf } from "../../bin/testing/guide.ts";
import { repositoryText } from "../../bin/testing/installed-package.ts";
import { readmeExample, typeExample, withoutChance } from "../../bin/testing/readme-example.ts";
import { folderForAllTests } from "../../bin/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const place = folderForAllTests();

describe("the README", () => {
  it("shows the output of its example in a checkout", async () => {
    const checkout = join(place.path, "checkout");
    copyCheckout(checkout);
    const { PATH = "" } = process.env;
    const example = readmeExample();

    const { code, printed } = await typeExample(example, {
      cwd: checkout,
      env: {
        PATH,
        HOME: place.path,
        npm_config_offline: "true",
        npm_config_update_notifier: "false",
      },
    });

    expect(code, printed).toBe(1);
    const isShown = withoutChance(printed) === withoutChance(example.shown);
    const readme = repositoryText("README.md");
    const right = isShown ? readme : readme.replace(example.shown, () => printed);
    // `npx vitest run lab/documents/readme.test.ts -u` writes the output into the README.
    await expect(right).toMatchFileSnapshot(join(root, "README.md"));
  });

  it("contains the two setup commands", () => {
    const setUp = blocksOf(repositoryText("README.md")).find(({ heading }) => heading === "Setup");

    expect(setUp?.text).toBe("npm ci && npm start\nnpm ci && npm test\n");
  });
});

describe("a comparison with the README", () => {
  const { shown } = readmeExample();

  it.each([
    ["another time", shown.replace(/took [\d.]+ m?s/u, "took 1.5 s")],
    ["another version", shown.replaceAll(/"resourceVersion": "\d+"/gu, '"resourceVersion": "7"')],
  ])("ignores %s", (_, other) => {
    expect(other).not.toBe(shown);
    expect(withoutChance(other)).toBe(withoutChance(shown));
  });

  it.each([
    ["another outcome", shown.replace("HTTP 200", "HTTP 403")],
    ["another line", `${shown}more\n`],
    ["another address", shown.replace("4000", "4001")],
    ["another count", shown.replace("1 MUST", "2 MUST")],
  ])("detects %s", (_, other) => {
    expect(other).not.toBe(shown);
    expect(withoutChance(other)).not.toBe(withoutChance(shown));
  });
});

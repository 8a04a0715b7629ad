import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "../../bin/testing/guide.ts";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";
import { runPage } from "../../bin/testing/run-page.ts";
import { executedPages, firstGuide } from "../../bin/testing/executed-pages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let packed: PackedPackage | undefined;
let commands = "";

beforeAll(() => {
  packed = packPackage({ withTypes: false, withPeers: true });
  ({ commands } = packed);
});

afterAll(() => packed?.[Symbol.dispose]());

describe("a page", () => {
  it.concurrent.each(executedPages)("shows commands that work: %s", async (path) => {
    // Each page has its own folder, so that files of one page do not affect another.
    const own = join(packed?.folder ?? "", path.replaceAll(/\W+/gu, "-"));
    cpSync(join(root, "docs"), join(own, "docs"), { recursive: true });
    const folder = join(own, path, "..");
    const page = readFileSync(join(root, path), "utf8");

    expect(blocksOf(page).some(({ language }) => language === "sh")).toBe(true);
    await runPage(page, { folder, commands });
  });

  it.concurrent("for newcomers needs only an empty folder and the package", async () => {
    const folder = join(packed?.folder ?? "", "empty");
    mkdirSync(folder);
    symlinkSync(join(packed?.folder ?? "", "node_modules"), join(folder, "node_modules"));

    await runPage(readFileSync(join(root, firstGuide), "utf8"), { folder, commands });
  });

  it("keeps exported variables, and its server until it is stopped", async () => {
    const folder = packed?.folder ?? "";
    const page = `
\`\`\`sh
export GREETING=hello
conformance serve --port 4000 &
\`\`\`

\`\`\`sh
echo "$GREETING"
curl -s -o answer.txt http://127.0.0.1:4000/ && echo up
kill %1
curl -s http://127.0.0.1:4000/ || echo down
\`\`\`

\`\`\`text
hello
up
down
\`\`\`
`;
    await runPage(page, { folder, commands });
  });

  it("fails if the output differs", async () => {
    const folder = packed?.folder ?? "";
    const says = (text: string): Promise<void> => runPage(text, { folder, commands });

    await expect(says("```sh\nexit 3\n```\n")).rejects.toThrow("exit 3");
    await expect(says("```sh\necho one\n```\n\n```text\ntwo\n```\n")).rejects.toThrow();
    await expect(says("```json\n{,}\n```\n")).rejects.toThrow();
    await expect(says("```perl\n1\n```\n")).rejects.toThrow("perl");
    await expect(says("```sh\nfalse\n# exits with 1\n```\n")).resolves.toBeUndefined();
  });
});

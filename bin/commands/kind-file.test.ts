import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const folder = folderForAllTests();

it.each(["run", "controller", "observe"])(
  "%s takes kinds from a file, without any that are named",
  async (command) => {
    const file = join(folder.path, "kinds.yaml");
    const server = ["--protocol", "kubernetes", "--endpoint", "https://127.0.0.1:1"];
    const args = [command, ...server, "--config", "none", "--output", folder.path];

    writeFileSync(file, "gears.example.com: [not, in, order]\n");
    const wrong = await call([...args, "--kind-file", file]);
    expect(wrong.err).toContain("invalid kind file");
    expect(wrong.code).toBe(2);

    writeFileSync(file, "gears.example.com: {}\n");
    const right = await call([...args, "--kind-file", file]);
    expect(right.err).toContain("ECONNREFUSED 127.0.0.1:1");
    expect(right.code).toBe(3);
  },
);

import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBinaries } from "./binaries.ts";
import type { Binaries, BinarySearch } from "./binaries.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-binaries-"));
  for (const program of ["etcd", "kube-apiserver"]) {
    await mkdir(join(folder, program));
    for (const file of ["go.mod", "go.sum", "main.go"]) {
      await writeFile(join(folder, program, file), program);
    }
  }
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function find(more: Partial<BinarySearch> = {}): Promise<Binaries> {
  const cache = join(folder, "cache");
  return await findBinaries({ modules: folder, cache, log: () => undefined, ...more });
}

async function goThat(does: string): Promise<string> {
  const path = join(folder, "go");
  await writeFile(path, `#!/bin/sh\n${does}\n`);
  await chmod(path, 0o755);
  return path;
}

/** Creates the output file given with `-o`. */
const builds = 'while [ "$1" != "-o" ]; do shift; done; : > "$2"; chmod +x "$2"';

describe("findBinaries", () => {
  it("builds once and then finds the built programs", async () => {
    const first = await find({ go: await goThat(builds) });
    const second = await find({ go: await goThat("exit 1") });

    expect(first).toMatchObject({ isFound: true, origin: "built from their Go modules" });
    expect(second).toEqual(first);
  });

  it("reports Go's error if a build fails", async () => {
    const go = await goThat('echo "dial tcp: no such host" >&2; exit 1');

    expect(await find({ go })).toEqual({
      isFound: false,
      reason: "go build failed with 1: dial tcp: no such host",
    });
  });

  it("aborts a build that takes too long", async () => {
    const go = await goThat("sleep 600");

    expect(await find({ go, limitMs: 100 })).toEqual({
      isFound: false,
      reason: "not built within 100 ms",
    });
  });

  it("states what to install if Go is missing", async () => {
    expect(await find({ go: join(folder, "none") })).toEqual({
      isFound: false,
      reason: "Go is not installed: install Go 1.24 or newer, or set KUBEBUILDER_ASSETS",
    });
  });

  it("does not build if a folder is given", async () => {
    expect(await find({ assets: folder })).toMatchObject({
      isFound: false,
      reason: expect.stringContaining("KUBEBUILDER_ASSETS names"),
    });
  });
});

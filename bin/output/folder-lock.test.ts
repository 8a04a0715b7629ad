import { spawnSync } from "node:child_process";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";
import { FolderLock, lockName } from "./folder-lock.ts";

const folder = folderForEachTest();

const lockPath = (): string => join(folder.path, lockName);

function leaveLock(holder: unknown): void {
  writeFileSync(lockPath(), JSON.stringify(holder));
}

function endedPid(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

describe("FolderLock", () => {
  it("blocks a second run until the first one ends", () => {
    {
      using first = new FolderLock(folder.path);
      expect(() => new FolderLock(folder.path)).toThrow(/another run, process \d+, is writing to/u);
      expect(first.isHeld).toBe(true);
    }
    using second = new FolderLock(folder.path);
    expect(second.isHeld).toBe(true);
  });

  it("leaves nothing behind", () => {
    {
      using lock = new FolderLock(folder.path);
      expect(lock.isHeld).toBe(true);
    }
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.each([
    { of: "a process that was killed", holder: { pid: endedPid(), host: hostname(), token: "a" } },
    {
      of: "an earlier process with this id",
      holder: { pid: process.pid, host: hostname(), token: "a" },
    },
    { of: "nobody", holder: "garbage" },
  ])("takes over the lock of $of", ({ holder }) => {
    leaveLock(holder);
    using lock = new FolderLock(folder.path);
    expect(lock.isHeld).toBe(true);
    expect(readdirSync(folder.path)).toEqual([lockName]);
  });

  it.each([
    { of: "a process of another machine", holder: { pid: endedPid(), host: "else", token: "a" } },
    { of: "a process that is there", holder: { pid: process.ppid, host: hostname(), token: "a" } },
  ])("respects the lock of $of", ({ holder }) => {
    leaveLock(holder);
    expect(() => new FolderLock(folder.path)).toThrow(/another run, process \d+, is writing to/u);
    expect(readdirSync(folder.path)).toEqual([lockName]);
  });

  it("does not wait long for an empty lock", () => {
    writeFileSync(lockPath(), "");
    expect(() => new FolderLock(folder.path)).toThrow(/another run is writing to/u);
    const minuteAgo = new Date(Date.now() - 60_000);
    utimesSync(lockPath(), minuteAgo, minuteAgo);
    using lock = new FolderLock(folder.path);
    expect(lock.isHeld).toBe(true);
  });

  it("rejects a second run into the folder as wrong use", async () => {
    await using server = await startReference();
    const args = ["--endpoint", server.url, "--output", folder.path, "--quiet", "--runs", "1"];
    const only = ["--only", "generation/starts-at-one#Service*"];
    {
      using lock = new FolderLock(folder.path);
      const { code, err } = await call([...args, ...only]);
      expect(code).toBe(2);
      expect(err).toContain("another run, process");
      expect(lock.isHeld).toBe(true);
    }
    expect((await call([...args, ...only])).code).toBe(0);
    expect(readdirSync(folder.path)).not.toContain(lockName);
  });
});

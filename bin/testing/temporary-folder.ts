import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

export interface TemporaryFolder {
  /** The current path. Must be read inside tests, because the folder does not exist before. */
  readonly path: string;
}

/**
 * Creates an empty folder for each test of a file, and removes it after the test. Must be called at the top of the
 * file.
 */
export function folderForEachTest(): TemporaryFolder {
  const folder = new Folder();
  beforeEach(() => folder.make());
  afterEach(() => folder.remove());
  return folder;
}

/**
 * Creates an empty folder for all tests of a file, and removes it after the last test. Must be called at the top of the
 * file.
 */
export function folderForAllTests(): TemporaryFolder {
  const folder = new Folder();
  beforeAll(() => folder.make());
  afterAll(() => folder.remove());
  return folder;
}

class Folder implements TemporaryFolder {
  #path: string | undefined;

  get path(): string {
    if (this.#path === undefined) throw new Error("the folder only exists during a test");
    return this.#path;
  }

  make(): void {
    this.#path = mkdtempSync(join(tmpdir(), "conformance-"));
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
    this.#path = undefined;
  }
}

import { randomBytes } from "node:crypto";
import {
  constants,
  copyFileSync,
  statSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import { codeOf } from "#targets";
import { UsageError } from "../process/program-errors.ts";

export const lockName = "run.lock";

/** Age, in milliseconds, from which an empty lock file counts as orphaned by a dead process. */
const staleMs = 10_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Unique to each lock. */
  readonly token: string;
}

const held = new Set<string>();

/**
 * Locks an output folder until disposed, because two runs in the same folder would corrupt the record. The lock of a
 * killed process is ignored.
 *
 * @throws UsageError when another run holds the lock.
 */
export class FolderLock implements Disposable {
  readonly #path: string;
  readonly #text: string;
  readonly #token = randomBytes(12).toString("hex");

  constructor(folder: string) {
    this.#path = join(folder, lockName);
    const holder: Holder = { pid: process.pid, host: hostname(), token: this.#token };
    this.#text = `${JSON.stringify(holder)}\n`;
    if (!this.#take() && !(this.#removeStale() && this.#take())) throw this.#refusal(folder);
    held.add(this.#token);
  }

  get isHeld(): boolean {
    return readText(this.#path) === this.#text;
  }

  [Symbol.dispose](): void {
    held.delete(this.#token);
    if (this.isHeld) rmSync(this.#path, { force: true });
  }

  /**
   * Writes the content directly into the file. A hard link would create the lock and its content in a single step, but
   * FAT and some network shares do not support hard links.
   */
  #take(): boolean {
    try {
      writeFileSync(this.#path, this.#text, { flag: "wx" });
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
  }

  /**
   * Removes a stale lock. Another process may acquire the lock in the meantime; if a live lock was moved aside, it is
   * restored.
   */
  #removeStale(): boolean {
    const found = readText(this.#path);
    if (found === undefined) return true;
    if (found === "" ? isYoung(this.#path) : isAlive(readHolder(found))) return false;
    const aside = `${this.#path}.${this.#token}.stale`;
    try {
      renameSync(this.#path, aside);
      const isSame = readText(aside) === found;
      if (!isSame) copyFileSync(aside, this.#path, constants.COPYFILE_EXCL);
      return isSame;
    } catch {
      return true;
    } finally {
      rmSync(aside, { force: true });
    }
  }

  #refusal(folder: string): UsageError {
    const pid = readHolder(readText(this.#path) ?? "")?.pid;
    const who = pid === undefined ? "another run" : `another run, process ${pid},`;
    return new UsageError(`${who} is writing to ${folder}`, {
      fix: `Choose another folder with --output. If that run has finished, delete ${this.#path}.`,
    });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function readHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return undefined;
    const { pid, host, token } = value;
    const isHolder =
      typeof pid === "number" && typeof host === "string" && typeof token === "string";
    return isHolder ? { pid, host, token } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file is so recent that the process that created it may not have written its content yet. */
function isYoung(path: string): boolean {
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs < staleMs;
}

/** Whether the holder is alive. Processes on other machines or of other users cannot be checked, and count as alive. */
function isAlive(holder: Holder | undefined): boolean {
  if (holder === undefined) return false;
  if (holder.host !== hostname()) return true;
  if (holder.pid === process.pid) return held.has(holder.token);
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

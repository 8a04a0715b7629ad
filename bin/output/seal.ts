import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectKey } from "#contract";
import type { HeaderLine } from "#verdicts";
import type { World } from "../process/world.ts";
import { makeFolder } from "./make-folder.ts";

/** The signed content: an object that a run announced, its location, and the dialect that deletes it. */
export interface Announced {
  readonly header: Pick<HeaderLine, "run" | "target" | "dialect">;
  readonly key: ObjectKey;
  readonly isDrawn: boolean;
}

/**
 * Proves with an HMAC that this user wrote a record. `cleanup` deletes the objects in a record, and a record may come
 * from another person. The key is not stored in records.
 */
export class Seal {
  readonly #key: string;
  /** The last dialect and its digest: a dialect is long, and a record announces many objects with the same one. */
  #digested = { dialect: "", digest: "" };

  constructor(key: string) {
    this.#key = key;
  }

  of({ header, key, isDrawn }: Announced): string {
    const { run, target, dialect = "" } = header;
    const { endpoint, protocol } = target;
    const { kind, namespace = "", name } = key;
    const digest = this.#digestOf(dialect);
    const sealed = [run, endpoint, protocol, digest, kind, namespace, name, isDrawn];
    return createHmac("sha256", this.#key).update(JSON.stringify(sealed)).digest("base64url");
  }

  fits(seal: string | undefined, announced: Announced): boolean {
    return isSame(seal, this.of(announced));
  }

  /** Returns the seal of a run's command, which may name programs. */
  ofCommand({ run, command }: Pick<HeaderLine, "command" | "run">): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify(["command", run, command]))
      .digest("base64url");
  }

  #digestOf(dialect: string): string {
    if (this.#digested.dialect !== dialect) {
      const digest = createHash("sha256").update(dialect).digest("base64url");
      this.#digested = { dialect, digest };
    }
    return this.#digested.digest;
  }

  fitsCommand(header: Pick<HeaderLine, "command" | "commandSeal" | "run">): boolean {
    return isSame(header.commandSeal, this.ofCommand(header));
  }
}

/** Compares two seals in constant time. */
function isSame(seal: string | undefined, right: string): boolean {
  const [given, other] = [Buffer.from(seal ?? ""), Buffer.from(right)];
  return given.length === other.length && timingSafeEqual(given, other);
}

/** Loads the user's seal for this machine, which is created on first use. Undefined without a usable state folder. */
export function sealIn({ stateFolder }: Pick<World, "stateFolder">): Seal | undefined {
  if (stateFolder === undefined) return undefined;
  const path = join(stateFolder, "seal-key");
  try {
    return new Seal(readKey(path) ?? makeKey(path, stateFolder));
  } catch {
    return undefined;
  }
}

function readKey(path: string): string | undefined {
  try {
    const key = readFileSync(path, "utf8");
    return key.length >= shortestKey ? key : undefined;
  } catch {
    return undefined;
  }
}

const shortestKey = 32;

/** Creates the key atomically, because runs may start at the same time. */
function makeKey(path: string, folder: string): string {
  makeFolder(folder);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const key = randomBytes(32).toString("base64url");
  writeFileSync(draft, key, { flag: "wx", mode: 0o600 });
  try {
    linkSync(draft, path);
    return key;
  } catch (error) {
    const known = readKey(path);
    if (known === undefined) throw error;
    return known;
  } finally {
    rmSync(draft, { force: true });
  }
}

import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../process/program-errors.ts";
import { isInCi } from "../process/world.ts";
import type { World } from "../process/world.ts";

export type TrustWorld = Partial<Pick<World, "ask" | "environment" | "stateFolder">>;

/** A file that can make the suite run a command, and that the user has not approved yet. */
export interface FoundFile {
  readonly path: string;
  /** A predicate that follows the file name in the prompt, e.g. `is executable code`. */
  readonly what: string;
  /** The contents of this file and of the files that it refers to. Together, they determine what code runs. */
  readonly texts: readonly string[];
  /** Why the user is asked. By default, because the file is in a parent folder. */
  readonly where?: string;
  readonly fix?: string;
}

/**
 * Asks once whether a file from a parent folder may make the suite run a command, and remembers the answer for this
 * content. The user chose the working directory, but a parent folder may belong to another user. In CI, the user is not
 * asked, because the whole checkout has one origin.
 *
 * @throws UsageError if the user declines or cannot be asked.
 */
export async function confirmFound(file: FoundFile, world: TrustWorld): Promise<void> {
  if (isInCi(world.environment ?? {})) return;
  const digest = digestOf(file);
  if (trustedIn(world).includes(digest)) return;
  const { path, what, where = "is in a parent directory of the working directory" } = file;
  const named = `Review the file, then pass it with --config ${path}; --config none runs without it.`;
  const { fix = named } = file;
  if (world.ask === undefined) {
    throw new UsageError(`${path} ${what}, and ${where}`, { fix });
  }
  const answer = await world.ask(`${path} ${what}. Use it? [y/N] `);
  if (!/^\s*y(?:es)?\s*$/iu.test(answer)) throw new UsageError(`${path} was not used`, { fix });
  remember(digest, world);
}

function digestOf({ path, texts }: FoundFile): string {
  return createHash("sha256")
    .update(JSON.stringify([path, ...texts]))
    .digest("hex");
}

const fileName = "trusted-configurations";

function trustedIn({ stateFolder }: TrustWorld): readonly string[] {
  if (stateFolder === undefined) return [];
  try {
    return readFileSync(join(stateFolder, fileName), "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Remembers a trusted file. Without a state folder, the user is asked every time. */
function remember(digest: string, { stateFolder }: TrustWorld): void {
  if (stateFolder === undefined) return;
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    appendFileSync(join(stateFolder, fileName), `${digest}\n`, { mode: 0o600 });
  } catch {
    // If the answer cannot be stored, the user is asked again next time.
  }
}

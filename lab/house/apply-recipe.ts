import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./imports.ts";
import type { Edit, Recipe } from "./recipe.ts";

export class TreeCopy implements Disposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), "recipe-"));

  constructor() {
    const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    for (const file of listed.split("\0")) {
      if (file === "" || file === "node_modules") continue;
      const target = join(this.folder, file);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(root, file), target, { force: true });
    }
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
  }

  apply({ edits }: Recipe): void {
    for (const edit of edits) this.#apply(edit);
  }

  failureOf(command: string): string | undefined {
    const { status, stdout, stderr } = spawnSync(command, {
      cwd: this.folder,
      shell: true,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    return status === 0 ? undefined : `${command}\n${stdout}${stderr}`;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #apply(edit: Edit): void {
    const path = join(this.folder, edit.file);
    if ("content" in edit) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, edit.content, { flag: "wx" });
      return;
    }
    const text = readFileSync(path, "utf8");
    const parts = text.split(edit.after);
    if (parts.length === 1) throw new Error(`${edit.file} does not contain ${edit.after}`);
    writeFileSync(path, parts.join(`${edit.after}${edit.insert}`));
  }
}

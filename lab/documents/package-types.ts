import { cpSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** `all` contains all compiled declarations, and `packed` only those in the package. */
const folders = { all: "dist/declarations", packed: "dist/types" } as const;

const root = dirname(createRequire(import.meta.url).resolve("#package.json"));
const manifest: JsonObject = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(join(root, folders.packed), { recursive: true, force: true });
for (const file of reachable(entries())) {
  cpSync(join(root, folders.all, file), join(root, folders.packed, file));
}
rmSync(join(root, folders.all), { recursive: true });

/** Returns the declarations in `exports`, as paths relative to the folder of declarations. */
function entries(): readonly string[] {
  return Object.keys(asObject(manifest["exports"])).flatMap((name) => {
    const types = typesOf(manifest["exports"], name);
    return types === undefined ? [] : [types];
  });
}

function reachable(first: readonly string[]): ReadonlySet<string> {
  const found = new Set(first);
  for (const file of found) {
    const text = readFileSync(join(root, folders.all, file), "utf8");
    for (const [, specifier = ""] of text.matchAll(/(?:\bfrom|\bimport\()\s*"([^"]+)"/g)) {
      const next = specifier.startsWith("#")
        ? typesOf(manifest["imports"], specifier)
        : specifier.startsWith(".")
          ? join(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts"))
          : undefined;
      if (next !== undefined) found.add(next);
    }
  }
  return found;
}

function typesOf(names: JsonValue | undefined, name: string): string | undefined {
  const { types } = asObject(asObject(names)[name]);
  return typeof types === "string" ? relative(folders.packed, types) : undefined;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface BuiltProgram extends Disposable {
  /** The folder of the built files, `cli.js` and `reference-controller.js`. */
  readonly folder: string;
}

export function buildProgram(): BuiltProgram {
  const place = mkdtempSync(join(tmpdir(), "conformance-built-"));
  try {
    const folder = join(place, "dist", "bin");
    execFileSync(process.execPath, [join(root, "bin", "build.js"), folder], { cwd: root });
    cpSync(join(root, "package.json"), join(place, "package.json"));
    for (const name of ["node_modules", "reference", "reports", "suites"]) {
      symlinkSync(join(root, name), join(place, name));
    }
    return { folder, [Symbol.dispose]: () => rmSync(place, { recursive: true }) };
  } catch (error) {
    rmSync(place, { recursive: true });
    throw error;
  }
}

export async function inventoryOf(url: string): Promise<readonly string[]> {
  const lists = ["services", "deployments", "buckets", "namespaces", "configMaps"];
  const definitions = 'definitions: resources(kind: "CustomResourceDefinition")';
  const query = `{ ${[...lists, definitions].map((list) => `${list} { items { metadata { name } } }`).join(" ")} }`;
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: "Bearer author-token", "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (text.includes('"errors"')) throw new Error(text);
  return [...text.matchAll(/"name":"([^"]*)"/gu)].map(([, name = ""]) => name).toSorted();
}

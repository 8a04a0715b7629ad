// Bundles a program for the browser into a string: `import { script } from "./start-page.ts?script"`. Used by the
// build and by Vitest, so that a page is the same from the sources and from the package. Plain JavaScript,
// because it runs before anything is built.
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const query = "?script";
const prefix = "\0page-script:";

export function pageScripts() {
  return {
    name: "page-script",
    resolveId: {
      order: "pre",
      handler(source, importer) {
        if (!source.endsWith(query) || importer === undefined) return null;
        const file = resolve(dirname(importer), source.slice(0, -query.length));
        // Relative, because the bundle contains the name and must not depend on where it is built.
        return prefix + relative(root, file);
      },
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const { code, moduleIds } = await bundle(join(root, id.slice(prefix.length)));
      for (const file of moduleIds) this.addWatchFile(file);
      return { code: `export const script = ${JSON.stringify(code)};`, moduleType: "js" };
    },
  };
}

async function bundle(input) {
  const { output } = await build({
    input,
    cwd: root,
    platform: "browser",
    transform: { target: "es2022" },
    tsconfig: false,
    write: false,
    experimental: { attachDebugInfo: "none" },
    output: { format: "iife", comments: false },
    // By default, an unresolved import is only a warning, and breaks the page in the browser.
    onLog: (_level, log) => {
      throw new Error(`${relative(root, input)}: ${log.message}`);
    },
  });
  const [chunk] = output;
  if (output.length !== 1) throw new Error(`${relative(root, input)} is more than one script`);
  const unsafe = /<\/script|<script|<!--/iu.exec(chunk.code);
  if (unsafe !== null) {
    throw new Error(`${relative(root, input)}: ${unsafe[0]} would end the script element early`);
  }
  return chunk;
}

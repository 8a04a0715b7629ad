import { createRequire, register } from "node:module";
import { pathToFileURL } from "node:url";
import { isJsonObject } from "#contract";

const load = createRequire(import.meta.url);

/**
 * Maps the exports of this package to the running copy, so that a user's module can import them from any location. In a
 * checkout, the package is not installed next to the module, and a second copy would have distinct classes.
 */
export function ownExports(): Readonly<Record<string, string>> {
  const manifest: unknown = load("#package.json");
  const { name, exports } = isJsonObject(manifest) ? manifest : {};
  if (typeof name !== "string" || !isJsonObject(exports)) return {};
  const names = Object.keys(exports).filter((path) => !path.endsWith(".json"));
  return Object.fromEntries(
    names.flatMap((path) => {
      const specifier = `${name}${path.slice(1)}`;
      const file = resolved(specifier);
      return file === undefined ? [] : [[specifier, file]];
    }),
  );
}

/** Returns undefined if the package has not been built. */
function resolved(specifier: string): string | undefined {
  try {
    return load.resolve(specifier);
  } catch {
    return undefined;
  }
}

const hook = `let own = {};
export function initialize(data) {
  own = data;
}
export function resolve(specifier, context, next) {
  const url = own[specifier];
  return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
}`;

let isOffered = false;

/** Makes the {@link ownExports} resolvable from every module that is imported afterwards. */
export function offerOwnExports(): void {
  if (isOffered) return;
  isOffered = true;
  const entries = Object.entries(ownExports());
  const data = Object.fromEntries(entries.map(([name, file]) => [name, pathToFileURL(file).href]));
  register(`data:text/javascript,${encodeURIComponent(hook)}`, { data });
}

import type { LogChoice } from "../port/log-format.ts";

export interface ObjectParts {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The name of an object: `deployments.apps/default/web`, `nodes/worker-1`. */
export function objectName({ kind, namespace, name }: ObjectParts): string {
  const place = namespace === undefined || namespace === "" ? "" : `${namespace}/`;
  return `${kind}/${place}${name}`;
}

export type IsChosen = (object: string, namespace: string | undefined) => boolean;

export function chooserOf({ objects, namespace }: LogChoice): IsChosen {
  const patterns = objects.map((pattern) => pattern.split("*"));
  const known = new Map<string, boolean>();
  return (object, of) => {
    if (namespace !== undefined && of !== namespace) return false;
    if (patterns.length === 0) return true;
    const cached = known.get(object);
    if (cached !== undefined) return cached;
    const fits = patterns.some((pieces) => isMatch(object, pieces));
    // Bounded, because clients may generate names without limit. Names that were dropped are matched again.
    if (known.size >= maxKnown) known.clear();
    known.set(object, fits);
    return fits;
  };
}

const maxKnown = 10_000;

/** Whether a string consists of the pieces, separated by arbitrary characters. */
export function isMatch(text: string, pieces: readonly string[]): boolean {
  const [first = "", ...rest] = pieces;
  if (!text.startsWith(first)) return false;
  const last = rest.at(-1);
  if (last === undefined) return text === first;
  let at = first.length;
  for (const piece of rest.slice(0, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

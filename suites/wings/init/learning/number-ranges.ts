import { positiveIntegers } from "#targets";
import type { Exchange, NumberForm } from "#targets";
import type { Dialect } from "#targets/graphql";
import type { Shared } from "../requests/on-trial.ts";
import { textsOf } from "../requests/rejection-texts.ts";
import { kindNamed, withKind } from "../requests/trial-requests.ts";
import { plain } from "../schema/shapes.ts";

/** The range if an error rejects a number without stating its limits. */
const small = 9999;

/** Fewer numbers would not suffice for the objects of a run. */
const fewest = 500;

/**
 * Limits the names of a kind, if they are integers, to the range that an error states. Undefined if the error does not
 * concern the number.
 */
export function withFewerNumbers(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Dialect | undefined {
  const kind = kindNamed(dialect, name);
  const { numbers } = kind ?? {};
  if (kind === undefined || numbers === undefined) return undefined;
  const word = plain(kind.paths.name.split(".").at(-1) ?? "");
  const message = textsOf(refused).find((text) => plain(text).includes(word));
  const { from = positiveIntegers.from, to = small } = limitsIn(message ?? "", refused);
  if (message === undefined || to - from < fewest || to >= numbers.to) return undefined;
  shared.notes.note(["kinds", name, "numbers"], "medium", `learned from an error: ${message}`);
  return withKind(dialect, { ...kind, numbers: { from, to } });
}

/** An error may also repeat the rejected number. */
function limitsIn(message: string, { request }: Exchange): Partial<NumberForm> {
  const sent = new Set<string>(JSON.stringify(request?.variables ?? {}).match(/\d+/gu));
  const stated = (message.match(/(?<![\w.-])\d+(?![\w.]\d)/gu) ?? []).filter(
    (text) => !sent.has(text),
  );
  const [to, from] = stated.map(Number).toSorted((one, other) => other - one);
  return { ...(to === undefined ? {} : { to }), ...(from === undefined ? {} : { from }) };
}

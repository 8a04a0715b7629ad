import { foreignPatternGroup } from "#targets";
import type { OutcomeMatcher } from "#targets/graphql";
import { errorOf, escaped } from "./refusal-signs.ts";
import type { ProvokedRefusal } from "./refusal-signs.ts";

/** The message of a conflict, and the version that was current. */
interface Told {
  readonly message: string;
  readonly current: string;
}

/**
 * Adds the group `version` to the message patterns of conflicts whose messages contain the current version after the
 * matched text.
 */
export function withMessageVersions(
  matchers: readonly OutcomeMatcher[],
  refusals: readonly ProvokedRefusal[],
): readonly OutcomeMatcher[] {
  const told = refusals.flatMap((refusal) => toldBy(refusal) ?? []);
  return matchers.map((matcher) => {
    const { reason, message } = matcher;
    if (reason !== "conflict" || message === undefined) return matcher;
    const found = told.map((one) => patternOf(message, one)).find((one) => one !== undefined);
    const fitsAll =
      found !== undefined &&
      told.every((one) => foreignPatternGroup(found, one.message, "version") === one.current);
    return fitsAll ? { ...matcher, message: found } : matcher;
  });
}

function toldBy({ reason, exchange, current }: ProvokedRefusal): Told | undefined {
  const message = errorOf(exchange)?.["message"];
  const isTold =
    reason === "conflict" &&
    typeof message === "string" &&
    current !== undefined &&
    message.includes(current);
  return isTold ? { message, current } : undefined;
}

/** Number of characters after a version that mark its end. */
const endLength = 8;

/** A pattern that also matches the version after the text that another pattern matches. */
function patternOf(pattern: string, { message, current }: Told): string | undefined {
  const upTo = foreignPatternGroup(`(?<before>${pattern})`, message, "before");
  if (upTo === undefined) return undefined;
  const rest = message.slice(message.indexOf(upTo) + upTo.length);
  const at = rest.indexOf(current);
  if (at < 0) return undefined;
  const after = rest.slice(at + current.length, at + current.length + endLength);
  const end =
    after === "" ? String.raw`(?<version>\S+)$` : String.raw`(?<version>\S+?)${escaped(after)}`;
  return `${pattern}${escaped(rest.slice(0, at))}${end}`;
}

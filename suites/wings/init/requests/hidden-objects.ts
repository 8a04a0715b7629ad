import type { RefusalReason } from "#contract";
import type { OutcomeMatcher } from "#targets/graphql";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { reasonWords } from "./reason-words.ts";

interface Sharing {
  readonly refusals: readonly ProvokedRefusal[];
  readonly hasSign: (refusal: ProvokedRefusal, sign: OutcomeMatcher) => boolean;
}

/**
 * Returns the indicator that requests for missing objects share with requests without a permission, such as "does not
 * exist or you do not have permission". It means both reasons, unless its words only mean a missing object. In reads, it
 * rather means a missing object, because most callers may read.
 */
export function signOfHiddenObjects(
  { reason, verb: sent }: ProvokedRefusal,
  signs: readonly OutcomeMatcher[],
  { refusals, hasSign }: Sharing,
): OutcomeMatcher | undefined {
  if (!aboutAccess.has(reason)) return undefined;
  const found = signs.find((sign) => {
    const shared = refusals.filter((other) => hasSign(other, sign));
    const denied = new Set(shared.filter(isForbidden).map(({ verb }) => verb));
    const isOfBoth = ({ reason: other, verb }: ProvokedRefusal): boolean =>
      other === "notFound" && verb !== undefined && denied.has(verb);
    return (
      !meansMissing(sign) &&
      shared.every((other) => aboutAccess.has(other.reason)) &&
      shared.some(isOfBoth)
    );
  });
  if (found === undefined) return undefined;
  return reason === "notFound" && sent === "read"
    ? { ...found, alsoFor: ["forbidden"], verbs: [sent] }
    : { ...found, reason: "forbidden", alsoFor: ["notFound"] };
}

const aboutAccess: ReadonlySet<RefusalReason> = new Set(["forbidden", "notFound"]);

function isForbidden({ reason }: Pick<ProvokedRefusal, "reason">): boolean {
  return reason === "forbidden";
}

/** Whether the words of an indicator mean a missing object, and no missing permission. */
function meansMissing(sign: OutcomeMatcher): boolean {
  const text = wordsOf(sign);
  return reasonWords.notFound.test(text) && !reasonWords.forbidden.test(text);
}

/** Whether the words of an indicator mean a missing permission. */
export function meansForbidden(sign: OutcomeMatcher): boolean {
  return reasonWords.forbidden.test(wordsOf(sign));
}

function wordsOf({ code, extension, payload, message }: OutcomeMatcher): string {
  const words = message ?? code ?? extension?.value ?? payload?.value;
  return typeof words === "string" ? words : "";
}

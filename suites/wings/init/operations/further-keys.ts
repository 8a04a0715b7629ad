import { getNamedType } from "graphql";
import { keysIn } from "../schema/identity.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { isPlace } from "./namespace-paths.ts";
import { isRequired } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";
import { usualNames } from "../schema/usual-namespaces.ts";

/**
 * Adds to a lexicon the keys that every read of a kind requires in addition to name and namespace, such as a tenant.
 * Objects need not contain these keys.
 */
export function withFurtherKeys(lexicon: Lexicon, reads: readonly RootField[]): Lexicon {
  const keys = reads.map(
    ({ arguments: inputs }) =>
      new Set(
        keysIn(inputs)
          .filter((input) => isRequired(input) && isText(input) && isWithoutPart(input, lexicon))
          .map(({ name }) => plain(name)),
      ),
  );
  const [first = new Set<string>(), ...others] = keys;
  const further = [...first].filter((name) => others.every((each) => each.has(name)));
  if (further.length === 0) return lexicon;
  const furtherKeyOf = ({ name }: Input): string | undefined => {
    const index = further.indexOf(plain(name));
    return index < 0 ? undefined : (usualNames[index] ?? further[index]);
  };
  return {
    ...lexicon,
    furtherKeyOf,
    roleOf: (input) => (furtherKeyOf(input) === undefined ? lexicon.roleOf(input) : undefined),
  };
}

function isText({ type }: Input): boolean {
  return ["ID", "String"].includes(getNamedType(type).name);
}

/** A common word for a namespace can also refer to another owner. */
function isWithoutPart(input: Input, lexicon: Lexicon): boolean {
  const role = lexicon.roleOf(input);
  const place = lexicon.paths.namespace;
  if (role === "namespace" && place !== undefined) {
    const words = place.split(".").map(plain);
    return !words.some((word) => plain(input.name).startsWith(word));
  }
  return (
    role === undefined &&
    !isPlace(input, lexicon) &&
    lexicon.memberOf(input) === undefined &&
    lexicon.sideOf(input) === undefined
  );
}

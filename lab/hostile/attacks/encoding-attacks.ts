import { Secrets } from "#targets";
import { encodings, escapingOnly } from "../../../suites/targets/port/encodings.fixture.ts";
import { mixed, pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

const letters = "abcdefXYZ0123456789+/=-._~$&?<>'\"|%".split("");

const known = Object.values(encodings);

type Redact = (credential: string, text: string) => string;

const redact: Redact = (credential, text) => new Secrets([credential]).redact(text);

/** Echoes a credential in a response, in an encoding of a standard library or with up to three layers of escapes. */
export const encodingFamily = (part: Redact): AttackFamily => ({
  name: "encoded credential",
  proves: "no encoding of a credential reaches a file or a terminal",
  weight: 26,
  attempt: ({ random }) => {
    const credential = `${mixed(random, letters, 30)}${mixed(random, letters, 12)}s3cr3tXY`;
    const layers = Array.from({ length: 1 + random.below(3) }, () => pick(random, escapingOnly));
    const encoders = random.below(2) === 0 ? [pick(random, known)] : layers;
    const encoded = encoders.reduce((text, encode) => encode(text), credential);
    const shown = part(credential, `"${encoded}" is not valid`);
    const isHidden = shown.includes("[credential]") && !shown.includes(encoded);
    return Promise.resolve(isHidden ? [] : [`${JSON.stringify(encoded)} stayed`]);
  },
});

export const encodingAttacks: AttackFamily = encodingFamily(redact);

/** Returns the number of encodings in which a credential is recognized, and the number of all known encodings. */
export function recognisedEncodings(): { readonly found: number; readonly of: number } {
  const credential = `readerAAAA/BBBB+CCCC&"d'<e>/DDDD==`;
  const secrets = new Secrets([credential]);
  const found = known.filter((encode) => {
    const encoded = encode(credential);
    return !secrets.redact(`before ${encoded} behind`).includes(encoded);
  });
  return { found: found.length, of: known.length };
}

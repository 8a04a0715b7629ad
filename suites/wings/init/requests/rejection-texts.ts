import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { Exchange } from "#targets";

/** Returns the distinct strings of a response that are paths of at least two steps. */
export function fieldPathsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return /^[\w$]+(?:[.[/][\w$\]]+)+$/u.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return [...new Set(Object.values(value).flatMap(fieldPathsIn))];
}

export function textsOf({ outcome, reply }: Exchange): readonly string[] {
  // An error in an unknown form is a response without an object.
  if (outcome.result === "unintelligible") {
    const body = reply?.body ?? null;
    return [...detailsIn(body), ...sentencesIn(body)]
      .slice(0, maxDetails)
      .map((text) => text.slice(0, longestText));
  }
  if (outcome.result !== "refused") return [];
  const { message, causes } = outcome.refusal;
  const details = causes.map((cause) => `${cause.field ?? ""} ${cause.message}`);
  // The dialect may not contain the path of the causes yet.
  const others = details.length > 0 ? [] : detailsIn(reply?.body ?? null).slice(0, maxDetails);
  const offers = offersIn(reply?.body ?? null).slice(0, maxDetails);
  return [...details, ...others, message, ...offers].map((text) => text.slice(0, longestText));
}

const maxDetails = 20;

/** Returns the strings of a response that are not in a list. */
function sentencesIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (!isJsonObject(value)) return [];
  const { __typename: _type, ...members } = value;
  return Object.values(members).flatMap(sentencesIn);
}

/**
 * Joins the strings of each object in a list of the response into one message: the location of the error, and its
 * description or descriptions.
 */
function detailsIn(value: JsonValue): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.values(value).flatMap((inner: JsonValue): readonly string[] => {
    if (!Array.isArray(inner)) return detailsIn(inner);
    return inner.flatMap((one: JsonValue) => {
      if (typeof one === "string" && /\S\s\S/u.test(one)) return [one];
      if (!isJsonObject(one)) return [];
      const { __typename: _type, ...members } = one;
      const texts = Object.values(members)
        .flatMap((member) => member)
        .filter((member) => typeof member === "string");
      const detail = texts.join(" ");
      return [...(/\S\s\S/u.test(detail) ? [detail] : []), ...detailsIn(one)];
    });
  });
}

export function clausesOf(whole: string): readonly string[] {
  const text = whole.replaceAll(quotedInput, "$<start>");
  const clauses = text.split(/;\s+|\n+|\.\s+(?=\p{Lu}|["'`])/u).filter((clause) => clause !== "");
  return clauses.length > 1 ? [...clauses, text] : [text];
}

/** The object that GraphQL quotes in an error about one of its fields. It names all other fields as well. */
const quotedInput = /(?<start>got invalid value )\{[^;]*\}(?=;| at ["'])/gu;

export function missingIn(text: string): readonly string[] {
  return missingPatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups }) => {
      const name = groups?.["name"];
      return name === undefined || fillers.has(name.toLowerCase()) ? [] : [name];
    }),
  );
}

/** Patterns for a missing field. Its name is the last segment of a path. */
const missingPatterns = [
  /["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)["'`]?:? (?:is|are) (?:a )?(?:required|missing|mandatory)/giu,
  /(?:required|missing)(?: \w+)? (?:property|field|member|key|attribute|argument|parameter|input|option|variable|value for)? ?:? ?["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)/giu,
  /["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)["'`]?:? (?:must|should|has to|needs to) (?:be (?:given|set|present|provided|an?\b|one of)|not be (?:null|empty|undefined|blank))/giu,
  /(?<name>[A-Za-z_]\w*)["'`]?: required/giu,
  /(?:required|missing|mandatory)(?: \w+)?: ["'`]?(?:[\w$]+[./])*(?<name>[A-Za-z_]\w*)/giu,
];

const fillers: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "argument",
  "arguments",
  "field",
  "fields",
  "for",
  "in",
  "input",
  "is",
  "it",
  "mandatory",
  "member",
  "missing",
  "of",
  "option",
  "parameter",
  "parameters",
  "property",
  "required",
  "spec",
  "status",
  "the",
  "value",
  "variable",
  "which",
]);

const longestText = 600;

/** Common names of a list of permitted values next to a message. */
const offerWord =
  /^_?(?:accepted|allowed|available|candidates|choices|enum|expected|known|one_?of|options|permitted|possible|suggestions?|supported|valid|values)(?:_?\w*)?$/iu;

const valueForm = /^[\w./:-]{1,60}$/u;

/** Returns the permitted values that a response lists next to a message. The message precedes each list. */
function offersIn(value: JsonValue, message = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => offersIn(one, message));
  if (!isJsonObject(value)) return [];
  const own = Object.values(value).filter((one) => typeof one === "string");
  const whole = [message, ...own].filter((one) => one !== "").join(" ");
  return Object.entries(value).flatMap(([name, inner]: readonly [string, JsonValue]) => {
    const words = Array.isArray(inner)
      ? inner.filter((one: JsonValue) => typeof one === "string")
      : [];
    const isOffer =
      offerWord.test(name) &&
      Array.isArray(inner) &&
      words.length === inner.length &&
      words.length > 0 &&
      words.every((word) => valueForm.test(word));
    if (!isOffer) return offersIn(inner, whole);
    return [`${whole} one of [${words.map((word) => `"${word}"`).join(", ")}]`];
  });
}

import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

/** Common names of a list of permitted values next to a message. */
const offerWord =
  /^_?(?:accepted|allowed|available|candidates|choices|enum|expected|known|one_?of|options|permitted|possible|suggestions?|supported|valid|values)(?:_?\w*)?$/iu;

const valueForm = /^[\w./:-]{1,60}$/u;

/** Returns the permitted values that a response lists next to a message. The message precedes each list. */
export function offersIn(value: JsonValue, message = ""): readonly string[] {
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

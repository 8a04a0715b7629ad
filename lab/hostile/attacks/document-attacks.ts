import { parse } from "yaml";
import { isSameValue, invisibleCharacters } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { escapeUnseen } from "#reports";
import { yamlText } from "#targets/dialect-file";
import { mixed } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

const parts = [
  "\u009b31m",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u0085",
  "\u2028",
  "a",
  " ",
  "\n",
  ": ",
  "- ",
  "'",
  '"',
  "#",
  "{",
  "&x",
  "*x",
];

interface Writers {
  readonly yaml: (content: JsonObject) => string;
  readonly json: (content: JsonObject) => string;
}

export const documentFamily = (part: Writers): AttackFamily => ({
  name: "hidden text",
  proves: "every character of a written document is visible, and the document keeps its meaning",
  weight: 8,
  attempt: ({ random }) => {
    const content = { [mixed(random, parts, 4)]: mixed(random, parts, 12) };
    const yaml = part.yaml(content);
    const json = part.json(content);
    const readBack: readonly JsonValue[] = [parse(yaml), JSON.parse(json)];
    const hidden = [yaml, json].filter((text) => text.search(invisibleCharacters) >= 0);
    const changed = readBack.filter((value) => !isSameValue(value, content, "verbatim"));
    return Promise.resolve([
      ...hidden.map((text) => `hidden in ${JSON.stringify(text)}`),
      ...changed.map((value) => `said ${JSON.stringify(value)}`),
    ]);
  },
});

export const documentAttacks: AttackFamily = documentFamily({
  yaml: yamlText,
  json: (content) => escapeUnseen(JSON.stringify(content)),
});

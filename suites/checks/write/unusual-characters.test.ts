import { expect, it } from "vitest";
import { unusualCharacters } from "./unusual-characters.ts";

it.each([
  ["lower case", (text: string) => text.toLowerCase()],
  ["upper case", (text: string) => text.toUpperCase()],
  ["no spaces around it", (text: string) => text.trim()],
  ["composed letters", (text: string) => text.normalize("NFC")],
  ["one line", (text: string) => text.replaceAll("\n", " ")],
  ["escaped markup", (text: string) => text.replaceAll("<", "&lt;")],
])("shows whether a text is stored with %s", (_, changed) => {
  expect(changed(unusualCharacters)).not.toBe(unusualCharacters);
});

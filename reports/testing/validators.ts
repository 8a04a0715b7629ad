import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { isJsonObject } from "#contract";

export type Validator = (document: unknown) => unknown;

export function jsonValidator(path: string): Validator {
  const schema: unknown = JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
  if (!isJsonObject(schema)) throw new Error(`${path} is no object`);
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const compiled = ajv.compile(schema);
  return (document) => (compiled(document) ? [] : compiled.errors);
}

export function validateJunit(text: string): void {
  const schemaText = readFileSync(new URL("junit.xsd", import.meta.url), "utf8");
  using schema = XmlDocument.fromString(schemaText);
  using validator = XsdValidator.fromDoc(schema);
  using document = XmlDocument.fromString(text);
  validator.validate(document);
}

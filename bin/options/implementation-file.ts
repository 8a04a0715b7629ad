import { readFileSync } from "node:fs";
import { isJsonObject } from "#contract";
import type { Implementation } from "#reports";
import { reasonOf } from "#targets";
import { UsageError } from "../process/program-errors.ts";
import { parseYaml } from "./parse-yaml.ts";

const texts = ["organization", "project", "url", "version"] as const;

/**
 * Reads the contact data of an implementation for the conformance report: YAML or JSON with `organization`, `project`,
 * `url`, `version` and a list `contact`, at the top level or in the property `member`.
 *
 * @throws UsageError when it cannot be read, or a property is missing or empty.
 */
export function readImplementation(path: string, member?: string): Implementation {
  const whole = readContent(path);
  const content = member !== undefined && isJsonObject(whole) ? whole[member] : whole;
  const members = isJsonObject(content) ? content : {};
  const text = (name: (typeof texts)[number]): string => {
    const value = members[name];
    if (typeof value === "string" && value.trim() !== "") return value;
    throw incomplete(path, name, "a string");
  };
  const contact = members["contact"];
  const people = Array.isArray(contact) ? contact.filter((of) => typeof of === "string") : [];
  if (people.length === 0) throw incomplete(path, "contact", "a list of strings");
  return {
    organization: text("organization"),
    project: text("project"),
    url: text("url"),
    version: text("version"),
    contact: people,
  };
}

function readContent(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read the implementation file ${path}: ${reasonOf(error)}`, {
      fix: "Specify a readable YAML or JSON file.",
      cause: error,
    });
  }
  return parseYaml(text, `the implementation file ${path}`);
}

function incomplete(path: string, name: string, what: string): UsageError {
  return new UsageError(`the implementation file ${path} has no ${name}`, {
    fix: `Add ${name}: a non-empty ${what}.`,
  });
}

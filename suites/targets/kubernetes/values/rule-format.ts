import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { listOf } from "./schema-node.ts";

/** Returns the format that a function of a CEL rule parses, as in `isCIDR(self)`. Ignores negated functions. */
export function formatInRule(rule: string): string | undefined {
  for (const [, validated, name = validated ?? ""] of rule.matchAll(parsed)) {
    const format = Object.hasOwn(formatsParsed, name) ? formatsParsed[name] : undefined;
    if (format !== undefined) return format;
  }
  return undefined;
}

/**
 * Returns the format that the CEL rules of a string require. A transition rule is not evaluated for new objects, so its
 * format must be known before the first update.
 */
export function formatInRules(words: JsonObject): string | undefined {
  return listOf(words["x-kubernetes-validations"])
    .map((one) => (isJsonObject(one) ? one["rule"] : undefined))
    .map((rule) => (typeof rule === "string" ? formatInRule(rule) : undefined))
    .find((format) => format !== undefined);
}

const parsed = /format\.(\w+)\(\)\.validate\(self\)|(?<![!\w.])(\w+)\(self\)/gu;

const formatsParsed: Readonly<Record<string, string>> = {
  isIP: "ip",
  ip: "ip",
  isCIDR: "cidr",
  cidr: "cidr",
  isURL: "uri",
  url: "uri",
  uri: "uri",
  isQuantity: "quantity",
  quantity: "quantity",
  duration: "duration",
  timestamp: "date-time",
  datetime: "date-time",
  date: "date",
  byte: "byte",
  uuid: "uuid",
  dns1123Label: "k8s-short-name",
  dns1035Label: "k8s-short-name",
  dns1123Subdomain: "k8s-long-name",
};

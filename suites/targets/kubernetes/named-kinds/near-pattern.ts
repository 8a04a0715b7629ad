import { nearest } from "../../port/nearest.ts";

const maxSuggested = 5;

/**
 * Suggests kinds for a pattern without a match: those whose name, plural or group is similar to the string between the
 * asterisks.
 */
export function nearPattern(pattern: string, names: readonly string[]): readonly string[] {
  const texts = pattern.split("*").map((text) => text.replaceAll(/^\.|\.$/gu, ""));
  const wanted = texts.filter((text) => text.length > 2);
  const isNear = (name: string): boolean => {
    const [plural = "", ...group] = name.split(".");
    const parts = [name, plural, group.join(".")].filter((part) => part !== "");
    return wanted.length > 0 && wanted.every((text) => nearest(text, parts, 1).length > 0);
  };
  return names.filter(isNear).slice(0, maxSuggested);
}

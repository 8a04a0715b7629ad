import { isJsonObject } from "#contract";
import type { ArgumentTree } from "./argument-tree.ts";
import { composedText, partsOfText, placeholdersInside } from "./composed-text.ts";

/** Returns the strings in arguments that contain a version and no other placeholder, such as entity tags. */
function versionForms(tree: ArgumentTree): readonly string[] {
  if (typeof tree === "string") {
    const [only, ...others] = placeholdersInside(tree);
    return only === "$resourceVersion" && others.length === 0 ? [tree] : [];
  }
  return isJsonObject(tree) ? Object.values(tree).flatMap(versionForms) : [];
}

/** Returns a version in each form in which the arguments contain it: `W/"7"` for 7. */
export function formsOfVersion(tree: ArgumentTree, version: string): readonly string[] {
  return versionForms(tree).flatMap((form) => composedText(form, () => version) ?? []);
}

/** Returns the version inside a string that has a form of the arguments, or else the string. */
export function versionInForm(tree: ArgumentTree, text: string): string {
  const found = versionForms(tree).map((form) => partsOfText(text, form)?.resourceVersion);
  return found.find((one) => one !== undefined) ?? text;
}

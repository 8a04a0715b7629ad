const longestTitle = 100;

/** Returns the title of an HTML page. It usually identifies the gateway that returned the page. Empty without a title. */
export function titleOfPage(text: string): string {
  const [, title = ""] = /<title\b[^<>]*>([^<]*)/iu.exec(text) ?? [];
  return title.replaceAll(/\s+/gu, " ").trim().slice(0, longestTitle);
}

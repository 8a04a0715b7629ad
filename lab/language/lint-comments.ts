import { commentGlossary } from "./glossary.ts";
import type { LanguageFinding } from "./lint-texts.ts";
import type { Text } from "./user-texts.ts";

/** Checks comments against their glossary. Ignores code in backticks and names in braces. */
export function lintComments(comments: readonly Text[]): LanguageFinding[] {
  return comments.flatMap(({ file, line, text }) => {
    const prose = text.replaceAll(/`[^`]*`|\{@link [^}]*\}|"[^"]*"/gu, "CODE");
    return commentGlossary.flatMap(({ phrase, write }) => {
      const found = phrase.exec(prose);
      if (found === null) return [];
      return [{ kind: "comment" as const, file, line, message: `"${found[0]}": write ${write}` }];
    });
  });
}

import { commentGlossary } from "./glossary.ts";
import { longSentencesIn } from "./lint-texts.ts";
import type { LanguageFinding } from "./lint-texts.ts";
import type { Text } from "./user-texts.ts";

/**
 * Checks comments against their glossary and the maximum sentence length. Ignores code in backticks, links in braces
 * and quotations.
 */
export function lintComments(comments: readonly Text[]): LanguageFinding[] {
  return comments.flatMap((comment) => {
    const { file, line, text } = comment;
    const prose = text.replaceAll(/`[^`]*`|\{@link [^}]*\}|"[^"]*"/gu, "CODE");
    const phrases = commentGlossary.flatMap(({ phrase, write }) => {
      const found = phrase.exec(prose);
      if (found === null) return [];
      return [{ kind: "comment" as const, file, line, message: `"${found[0]}": write ${write}` }];
    });
    return [...phrases, ...longSentencesIn(comment)];
  });
}

/** A phrase of the glossary that is right in one place. */
export interface Exception {
  readonly file: string;
  /** The text around the word, as it stands in the file. */
  readonly phrase: string;
  readonly reason: string;
}

/** Phrases that stay, by file. */
export const exceptions: readonly Exception[] = [
  {
    file: "README.md",
    phrase: "keeps the wall between",
    reason: "The image of the project: once, where it is introduced.",
  },
];

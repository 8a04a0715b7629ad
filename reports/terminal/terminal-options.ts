import type { TextStyle } from "../text/row.ts";

/** Verbosity of a report. `quiet`: failures and the verdict. `normal`: the essentials. `verbose`: everything. */
export type Verbosity = "quiet" | "normal" | "verbose";

export interface TerminalOptions extends TextStyle {
  readonly verbosity: Verbosity;
  readonly recordPath?: string;
}

/** Size limits of a terminal report. The report always shows that something was omitted. */
export interface ShownLimits {
  /** Maximum length of a JSON value, in characters. */
  readonly jsonCharacters: number;
  /** Maximum length of other strings that may contain data from the target, in characters. */
  readonly textCharacters: number;
  readonly exchanges: number;
  /** Maximum number of complete cards, and of all cards. Further causes are only listed by name. */
  readonly fullCards: number;
  readonly cards: number;
  /** Maximum length of a string in a short card, in characters. */
  readonly shortTextCharacters: number;
  readonly groups: number;
  readonly leftOutGroups: number;
  /** Whether to show the complete reproduction command. */
  readonly showsRepeat: boolean;
  readonly events: number;
  readonly names: number;
}

export function shownLimits(verbosity: Verbosity): ShownLimits {
  switch (verbosity) {
    case "quiet":
    case "normal":
      return {
        jsonCharacters: 200,
        textCharacters: 600,
        exchanges: 2,
        fullCards: 1,
        cards: 5,
        shortTextCharacters: 160,
        groups: 2,
        leftOutGroups: 0,
        showsRepeat: false,
        events: 6,
        names: 6,
      };
    case "verbose":
      return {
        jsonCharacters: 2000,
        textCharacters: 4000,
        exchanges: 40,
        fullCards: 500,
        cards: 500,
        shortTextCharacters: 4000,
        groups: 500,
        leftOutGroups: 500,
        showsRepeat: true,
        events: 100,
        names: 500,
      };
  }
}

import type { TextStyle } from "../text/row.ts";

/** How much a report tells: failures and the verdict alone, what a person asks first, or everything. */
export type Verbosity = "quiet" | "normal" | "verbose";

/** How a report is shown in a terminal. */
export interface TerminalOptions extends TextStyle {
  readonly verbosity: Verbosity;
  /** Where the record is, if it was kept. */
  readonly recordPath?: string;
}

/** How much of long things is shown; what is omitted is always said. */
export interface ShownLimits {
  /** Characters of one JSON value. */
  readonly jsonCharacters: number;
  /** Characters of any other text that a target may have had a part in. */
  readonly textCharacters: number;
  /** Exchanges of one finding. */
  readonly exchanges: number;
  /** Causes in full, and causes at all, before they are named and nothing more. */
  readonly fullCards: number;
  readonly cards: number;
  /** Characters of a text where a cause is told in short. */
  readonly shortTextCharacters: number;
  /** Groups of one section of what is neither held nor broken. */
  readonly groups: number;
  readonly leftOutGroups: number;
  /** Whether the whole command is shown that repeats a case. */
  readonly showsRepeat: boolean;
  /** Events of one watch. */
  readonly events: number;
  /** Names in one list. */
  readonly names: number;
}

/** The limits of a verbosity. The record has everything. */
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

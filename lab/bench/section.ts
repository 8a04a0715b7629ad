import type { SectionWishes } from "./section-wishes.ts";
import type { Row } from "./table.ts";

/** What a section of the bench may use. */
export interface SectionContext {
  /** Small sizes and one round: shows that everything runs, the figures mean little. */
  readonly isSmoke: boolean;
  readonly wishes: SectionWishes;
  /** Tells how far it has come, in one line. */
  readonly note: (line: string) => void;
  /** A folder of its own for files, removed afterwards. */
  readonly folder: string;
}

/** A group of figures that is measured in a process of its own. */
export interface Section {
  readonly title: string;
  /** Measured only where it is named: the others together would take too long with it. */
  readonly isLong?: boolean;
  readonly measure: (context: SectionContext) => Promise<readonly Row[]>;
}

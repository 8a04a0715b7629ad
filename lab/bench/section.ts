import type { SectionOptions } from "./section-options.ts";
import type { Row } from "./table.ts";

export interface SectionContext {
  /** Small sizes and one round: shows that everything runs; the figures mean little. */
  readonly isSmoke: boolean;
  readonly options: SectionOptions;
  /** Reports progress in one line. */
  readonly note: (line: string) => void;
  readonly folder: string;
}

export interface Section {
  readonly title: string;
  /** Measured only if named, because it takes long. */
  readonly isLong?: boolean;
  readonly measure: (context: SectionContext) => Promise<readonly Row[]>;
}

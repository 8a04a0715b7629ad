import type { SectionOptions } from "./section-options.ts";
import type { Row } from "./row-table.ts";

export interface SectionContext {
  /** Measures small sizes once, only to verify that every section works. The figures are not meaningful. */
  readonly isSmoke: boolean;
  readonly options: SectionOptions;
  readonly note: (line: string) => void;
  readonly folder: string;
}

export interface Section {
  readonly title: string;
  /** Whether the section takes so long that it is only measured on request. */
  readonly isLong?: boolean;
  readonly measure: (context: SectionContext) => Promise<readonly Row[]>;
}

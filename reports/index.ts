export { describeRequirement, listRequirements } from "./catalogue.ts";
export type { CatalogueEntry, CatalogueOptions, CheckSummary, FaultSummary } from "./catalogue.ts";
export { renderCatalogueJson, renderEntry, renderList } from "./catalogue-text.ts";
export type { ListOptions } from "./catalogue-text.ts";
export { renderContractPage } from "./docs/contract-page.ts";
export type { ContractPageOptions } from "./docs/contract-page.ts";
export { renderSourcesPage } from "./docs/sources-page.ts";
export { renderHistory, renderHistoryJson } from "./history.ts";
export { renderJson } from "./json.ts";
export {
  isCaught,
  isClean,
  isWhole,
  killersOf,
  missedBy,
  scoreOf,
  scoreSentence,
  undeclaredBy,
} from "./kill-matrix.ts";
export type { CleanRun, FaultRun, KillMatrix, KillScore } from "./kill-matrix.ts";
export { renderKillMatrixJson } from "./kill-matrix-json.ts";
export { renderKillMatrix } from "./kill-matrix-text.ts";
export { LiveProgress } from "./live.ts";
export type { LiveOptions } from "./live.ts";
export { readLine, readRecord, RecordUnreadable } from "./record/record-reader.ts";
export { quoteForShell, repeatCommand } from "./repeat-command.ts";
export { reportFormat } from "./report.ts";
export type {
  Report,
  ReportCall,
  ReportCase,
  ReportEvent,
  ReportExchange,
  ReportFinding,
  ReportRequest,
  ReportRequirement,
  ReportSource,
  ReportWatch,
} from "./report.ts";
export { buildReport, ReportBuilder } from "./report-builder.ts";
export { renderTerminal } from "./terminal.ts";
export type { TerminalOptions, Verbosity } from "./terminal/terminal-options.ts";
export { makeVisible } from "./text/make-visible.ts";
export { renderRows } from "./text/row.ts";
export type { Row, Span, TextStyle, Tone } from "./text/row.ts";
export { verdictSentence } from "./verdict-sentence.ts";

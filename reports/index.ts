export { describeRequirement, listRequirements } from "./catalogue.ts";
export type {
  CatalogueEntry,
  CatalogueOptions,
  CatalogueRow,
  CheckSummary,
  FaultSummary,
} from "./catalogue.ts";
export { renderCatalogueJson, renderEntry, renderList } from "./catalogue-text.ts";
export type { EntryOptions, ListOptions } from "./catalogue-text.ts";
export {
  renderChecksPage,
  renderFaultsPage,
  renderRequirementsPage,
} from "./docs/catalogue-pages.ts";
export { renderContractPage } from "./docs/contract-page.ts";
export { renderSurveyPage } from "./docs/survey-page.ts";
export { renderRequirementPage } from "./docs/requirement-page.ts";
export { renderSourcesPage } from "./docs/sources-page.ts";
export { renderTargetsPage } from "./docs/targets-page.ts";
export type { KnownTarget, KnownVerdict } from "./docs/targets-page.ts";
export { compareReports } from "./compare/compare.ts";
export type { ComparedRequirement, ComparedRun, Comparison } from "./compare/compare.ts";
export { renderComparisonHtml } from "./compare/compare-html.ts";
export { renderComparison, renderComparisonMarkdown } from "./compare/compare-text.ts";
export type { CompareTextOptions } from "./compare/compare-text.ts";
export { diffReports } from "./diff/diff.ts";
export type { Cause } from "./diff/cause.ts";
export type { DiffOptions, ReportDiff, RunName, VerdictChange } from "./diff/diff.ts";
export { renderDiff, renderDiffJson, renderDiffMarkdown } from "./diff/diff-text.ts";
export { OperationUses, schemaChanges } from "./diff/schema-changes.ts";
export type { OperationUse, SchemaChange } from "./diff/schema-changes.ts";
export { coordinateOf } from "./formats/coordinate.ts";
export type { SchemaFile } from "./formats/coordinate.ts";
export type { Implementation } from "./formats/conformance-report.ts";
export { formatFiles, renderFormat } from "./formats/formats.ts";
export type { FileFormat, FormatOptions } from "./formats/formats.ts";
export { headlineOf, standingOf, troublesOf } from "./formats/standing.ts";
export type { RunTrouble, Standing } from "./formats/standing.ts";
export { renderHistory, renderHistoryJson } from "./history.ts";
export { renderHtml } from "./html/render-html.ts";
export type { HtmlSupplement } from "./html/supplement.ts";
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
export { faultsFoundBy, killTable, scoreFor } from "./kill-table.ts";
export type { FaultScore, KillTable } from "./kill-table.ts";
export type { CleanRun, FaultRun, KillMatrix, KillScore } from "./kill-matrix.ts";
export { renderKillMatrixJson } from "./kill-matrix-json.ts";
export { renderKillMatrix } from "./kill-matrix-text.ts";
export { LiveObservation } from "./live-observation.ts";
export type { ObservationNews } from "./live-observation.ts";
export { LiveProgress } from "./live.ts";
export type { LiveOptions } from "./live.ts";
export { baselineProblemIn } from "./record/baseline-shape.ts";
export { RecordEncoder } from "./record/record-encoder.ts";
export { readLine, readRecord, RecordUnreadable } from "./record/record-reader.ts";
export { RecordReferences } from "./record/record-references.ts";
export type { ReadOptions } from "./record/record-reader.ts";
export { quoteForShell, repeatCommand } from "./repeat-command.ts";
export { reportFormat } from "./report.ts";
export type {
  RecordDigest,
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
export { requirementAddress, requirementPath } from "./requirement-address.ts";
export { renderTerminal } from "./terminal.ts";
export type { TerminalOptions, Verbosity } from "./terminal/terminal-options.ts";
export { foldedJson } from "./text/json-text.ts";
export { makeVisible } from "./text/make-visible.ts";
export { renderRows } from "./text/row.ts";
export type { Row, Span, TextStyle, Tone } from "./text/row.ts";
export { verdictSentence } from "./verdict-sentence.ts";

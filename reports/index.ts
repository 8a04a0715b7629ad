export { describeRequirement, listRequirements } from "./report/catalogue.ts";
export type {
  CatalogueEntry,
  CatalogueOptions,
  CatalogueRow,
  CheckSummary,
  FaultSummary,
} from "./report/catalogue.ts";
export { renderCatalogueJson, renderEntry, renderList } from "./terminal/catalogue-text.ts";
export type { EntryOptions, ListOptions } from "./terminal/catalogue-text.ts";
export {
  renderChecksPage,
  renderFaultsPage,
  renderFreedomsPage,
  renderRequirementsPage,
} from "./pages/catalogue-pages.ts";
export { renderContractPage } from "./pages/contract-page.ts";
export { renderSurveyPage } from "./pages/survey-page.ts";
export { renderRequirementPage } from "./pages/requirement-page.ts";
export { renderSourcesPage } from "./pages/sources-page.ts";
export { renderTargetsPage } from "./pages/targets-page.ts";
export type { KnownTarget, KnownVerdict } from "./pages/targets-page.ts";
export { compareReports } from "./comparison/compare.ts";
export type { ComparedRequirement, ComparedRun, Comparison } from "./comparison/compare.ts";
export { renderComparisonHtml } from "./comparison/compare-html.ts";
export { renderComparison, renderComparisonMarkdown } from "./comparison/compare-text.ts";
export type { CompareTextOptions } from "./comparison/compare-text.ts";
export { diffReports } from "./comparison/diff.ts";
export type { Cause } from "./comparison/cause.ts";
export type { DiffOptions, ReportDiff, RunName, VerdictChange } from "./comparison/diff.ts";
export { renderDiff, renderDiffJson, renderDiffMarkdown } from "./comparison/diff-text.ts";
export { OperationUses, schemaChanges } from "./comparison/schema-changes.ts";
export type { OperationUse, SchemaChange } from "./comparison/schema-changes.ts";
export { coordinateOf } from "./formats/coordinate.ts";
export type { SchemaFile } from "./formats/coordinate.ts";
export type { Implementation } from "./formats/conformance-report.ts";
export { fileFormats, formats, isFileFormat } from "./formats/format-table.ts";
export { renderFormat } from "./formats/formats.ts";
export type { FileFormat } from "./formats/format-table.ts";
export type { FormatOptions } from "./formats/formats.ts";
export { headlineOf, standingOf, runErrorsOf } from "./formats/standing.ts";
export type { RunError, Standing } from "./formats/standing.ts";
export { renderHistory, renderHistoryJson } from "./report/history.ts";
export { isJudged } from "./report/log-sentences.ts";
export { renderLogJson } from "./report/log-json.ts";
export { renderLog } from "./terminal/log-text.ts";
export { renderLogHtml } from "./html/log-page.ts";
export { renderHtml } from "./html/render-html.ts";
export type { HtmlSupplement } from "./report/supplement.ts";
export { renderJson } from "./report/json.ts";
export {
  isCaught,
  isClean,
  isWhole,
  killersOf,
  missedBy,
  scoreOf,
  scoreSentence,
  undeclaredBy,
} from "./report/kill-matrix.ts";
export {
  acquittalScoreOf,
  acquittalSentence,
  areAllSpared,
  isSpared,
} from "./report/acquittal-matrix.ts";
export type { AcquittalMatrix, AcquittalScore, FreedomRun } from "./report/acquittal-matrix.ts";
export { faultSigns, printFaultSigns, readFaultSigns } from "./report/fault-signs.ts";
export { faultsFoundBy, killTable, scoreFor } from "./report/kill-table.ts";
export type { FaultScore, KillTable } from "./report/kill-table.ts";
export type { CleanRun, FaultRun, KillMatrix, KillScore } from "./report/kill-matrix.ts";
export { renderSelfTestJson } from "./report/self-test-json.ts";
export type { SelfTestResult } from "./report/self-test-json.ts";
export { renderFreedoms, renderFreedomsJson } from "./terminal/freedoms-text.ts";
export type { FreedomSummary } from "./report/freedom-summary.ts";
export { renderAcquittalMatrix } from "./terminal/acquittal-text.ts";
export { renderKillMatrix } from "./terminal/kill-matrix-text.ts";
export { kindOutcomeOf, summarizeKinds } from "./report/kind-outcome.ts";
export type { KindOutcome, KindSummary } from "./report/kind-outcome.ts";
export { renderKindTable } from "./terminal/kind-table.ts";
export type { KindTableOptions } from "./terminal/kind-table.ts";
export { LiveObservation } from "./report/live-observation.ts";
export type { ObservationUpdate } from "./report/live-observation.ts";
export { LiveProgress } from "./report/live.ts";
export type { LiveOptions } from "./report/live.ts";
export { baselineProblemIn } from "./record/baseline-shape.ts";
export { RecordEncoder } from "./record/record-encoder.ts";
export { readLine, readRecord, RecordUnreadable } from "./record/record-reader.ts";
export { RecordReferences } from "./record/record-references.ts";
export type { ReadOptions } from "./record/record-reader.ts";
export { brokenCauses, brokenRequirements, violatedCases } from "./report/broken-causes.ts";
export type { BrokenCause } from "./report/broken-causes.ts";
export {
  programWords,
  quoteForShell,
  reproductionCommand,
  shellWords,
} from "./text/shell-command.ts";
export { reportFormat } from "./report/report.ts";
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
} from "./report/report.ts";
export { buildReport, ReportBuilder } from "./report/report-builder.ts";
export { requirementAddress, requirementPath } from "./text/requirement-address.ts";
export { renderTerminal } from "./terminal/terminal.ts";
export type { TerminalOptions, Verbosity } from "./terminal/terminal-options.ts";
export { breakForLog, breakCiCommands } from "./text/ci-commands.ts";
export { escapeUnseen, foldedJson, jsonText } from "./text/json-text.ts";
export { makeVisible } from "./text/make-visible.ts";
export { renderRows } from "./text/row.ts";
export type { Row, Span, TextStyle, Tone } from "./text/row.ts";
export { verdictSentence } from "./report/verdict-sentence.ts";

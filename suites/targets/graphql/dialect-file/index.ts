export { DialectFileError } from "./dialect-file-error.ts";
export type { FileProblem } from "./dialect-file-error.ts";
export { dialectSchema } from "./dialect-schema.ts";
export { loadDialect } from "./load-dialect.ts";
export type { LoadedDialect } from "./load-dialect.ts";
export { printDialect, printedOperation, yamlText } from "./print-dialect.ts";

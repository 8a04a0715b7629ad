/**
 * The command line of the suite as texts print it: in a checkout and in a project that has the package, npx finds
 * the program.
 */
export const suiteCommand = "npx conformance";

/**
 * The suite's command as printed in texts. npx finds the program in a checkout and in a project that has the package
 * installed.
 */
export const suiteCommand = "npx conformance";

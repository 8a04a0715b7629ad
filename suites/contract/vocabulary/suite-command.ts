/**
 * The suite's command as printed in messages. npx finds the program in a checkout, and in a project in which the
 * package is installed.
 */
export const suiteCommand = "npx conformance";

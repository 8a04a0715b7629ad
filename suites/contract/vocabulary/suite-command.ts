/**
 * The suite's command, as printed in messages. npx finds the program both in a checkout and in a project that installs
 * the package.
 */
export const suiteCommand = "npx conformance";

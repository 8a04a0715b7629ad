/** The suite's command in texts: npx finds the program in a checkout and in a project with the package. */
export const suiteCommand = "npx conformance";

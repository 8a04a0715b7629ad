/** Freedoms that the checks wrongly reject, each with the reason. They are printed, but do not fail the self-test. */
export const knownDebts: Readonly<Record<string, string>> = {};

/**
 * Maximum length of identifiers in characters: names, namespaces, uids, versions and cursors. Each is stored with every
 * operation and event, so long identifiers would exhaust the memory of a run.
 */
export const longestToken = 4_096;

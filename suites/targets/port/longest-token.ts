/**
 * How long what tells objects and their versions apart may be, in characters: names, namespaces, uids,
 * versions and cursors. Each is kept with every operation and event that names it, so that a target which
 * sends long ones would fill the memory of a run.
 */
export const longestToken = 4_096;

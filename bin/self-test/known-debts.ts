/**
 * Freedoms that the checks do not spare yet, each with what is wrong in the suite. They are printed as such and end a
 * self-test with 0; whatever is not here ends it with 1.
 */
export const knownDebts: Readonly<Record<string, string>> = {
  "empty-status-for-absent": "a default of a member is told by a status that was there before",
  "admission-gives-status": "a default of a member is told by a status that was there before",
  "no-op-of-spec-takes-version":
    "writes of spec are judged by what status mutations declare of no-ops",
  "no-op-of-status-takes-version":
    "writes of spec are judged by what status mutations declare of no-ops",
  "lists-are-merged": "a status that outlives its separation is compared as if lists were replaced",
  "cursors-are-not-versions": "some checks open their watch at the version of an object",
  "collections-by-namespace": "the limits of a watch are looked at in all namespaces at once",
  "denied-reads-look-missing": "a denial of a read has to say that it is one",
  "refusals-are-data": "causes in a payload cannot be declared for every mutation",
  "no-patches": "one way of writing a status is not enough to tell a missing status apart",
  "no-run-time-kinds": "replacement is looked at on kinds that are registered for the run alone",
  "no-lists": "kinds that are registered for the run are looked at by lists",
};

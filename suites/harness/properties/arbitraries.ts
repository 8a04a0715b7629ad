/** Loads fast-check, which takes longer than everything else that most commands load. Imported lazily by a search. */
export * as fc from "fast-check";
export { roundsOf, statusChoices } from "./rounds.ts";
export { lifeSequences, sequences } from "./sequences.ts";

/**
 * What random inputs are made of. It loads fast-check, which takes longer than everything else that most
 * commands load: only a search imports it, and only when it starts.
 */
export * as fc from "fast-check";
export { roundsOf, statusChoices } from "./rounds.ts";
export { lifeSequences, sequences } from "./sequences.ts";

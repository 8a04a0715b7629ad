/** fast-check takes longer to load than everything else in most commands, so searches import this module lazily. */
export * as fc from "fast-check";
export { roundsOf, statusChoices } from "./sequences.ts";
export { lifeSequences, sequences } from "./sequences.ts";

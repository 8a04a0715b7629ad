import type { KindDescription } from "#harness";

export type StatedPlace = readonly string[];

/**
 * Thrown if the first requests of a run show that the dialect does not match the endpoint. The findings of the run
 * would be meaningless.
 */
export class Misfit extends Error {
  override readonly name = "Misfit";
  readonly fix: string;
  readonly place: StatedPlace;

  constructor(
    message: string,
    { place, fix }: { readonly place: StatedPlace; readonly fix: string },
  ) {
    super(message);
    this.place = place;
    this.fix = fix;
  }
}

export function placeOf({ name }: KindDescription, verb: string, via: string): StatedPlace {
  return ["kinds", name, "operations", verb, via];
}

/** Maximum number of characters quoted from a request or a response. */
export const quoted = 400;

/** Quotes the variables of a request. */
export function variablesOf(request: { readonly variables?: object } | undefined): string {
  return JSON.stringify(request?.variables ?? {}).slice(0, quoted);
}

import type { StatusPlaces } from "../../port/status-places.ts";
import { stepsOf } from "../schema/paths.ts";

/** Locates the observed generation in a status. Empty if the status has the standard field. */
export function observedPlaceOf({
  observedGeneration,
}: {
  readonly observedGeneration?: string | undefined;
}): StatusPlaces {
  return observedGeneration === undefined
    ? {}
    : { observedGenerationPath: stepsOf(observedGeneration) };
}

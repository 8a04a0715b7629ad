export interface CasePlace {
  readonly check: string;
  readonly kind: string;
  readonly via: string;
}

/** Parses a case's name, `check#Kind.mutation`, into its components. */
export function placeOf(caseName: string): CasePlace {
  const [check = "", place = ""] = caseName.split("#", 2);
  const dot = place.indexOf(".");
  return dot < 0
    ? { check, kind: place, via: "" }
    : { check, kind: place.slice(0, dot), via: place.slice(dot + 1) };
}

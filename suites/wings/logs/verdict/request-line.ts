import type { LoggedRequest } from "../port/logged-request.ts";

/** A request in a part, as text until it is its turn. */
export interface RequestLine {
  readonly object: string;
  readonly returned: number;
  /** The version that it created. Absent if unknown. */
  readonly writes: string | undefined;
  /** Its place in the order of the object, on the scale of times. */
  place: number;
  request(): LoggedRequest;
}

/** Reads a line of a part. */
export function requestLine(text: string): RequestLine {
  const first = text.indexOf("\t");
  const second = text.indexOf("\t", first + 1);
  const third = text.indexOf("\t", second + 1);
  const returned = Number(text.slice(0, first));
  const version = text.slice(first + 1, second);
  return {
    object: text.slice(second + 1, third),
    returned,
    writes: version === "" ? undefined : version,
    place: returned,
    request: () => {
      // It was written by this process.
      const request: LoggedRequest = JSON.parse(text.slice(third + 1));
      return request;
    },
  };
}

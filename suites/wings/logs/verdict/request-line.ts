import type { LoggedRequest } from "../port/logged-request.ts";

/** What a request shows of a version: it created it, returned it, or was refused because it named it. */
export type VersionUse = "named" | "read" | "wrote";

/** A request in a part, as text until it is its turn. */
export interface RequestLine {
  readonly object: string;
  readonly returned: number;
  /** Absent if the request shows no version. */
  readonly use: VersionUse | undefined;
  readonly version: string;
  request(): LoggedRequest;
}

const uses: Readonly<Record<string, VersionUse>> = { n: "named", r: "read", w: "wrote" };

/** The text of a request in a part: it ends with a line feed. */
export function encodeRequest(request: LoggedRequest): string {
  // No name has a control character, but a request may ask for one.
  const object = request.object.replaceAll(/[\n\t]/gu, " ");
  return `${request.return}\t${versionShown(request)}\t${object}\t${JSON.stringify(request)}\n`;
}

/** The first letter of a use, and the version. */
function versionShown({ verb, outcome, version, precondition }: LoggedRequest): string {
  if (outcome === "conflict") return precondition === undefined ? "" : `n${precondition}`;
  if (outcome !== "ok" || version === undefined) return "";
  return `${verb === "read" ? "r" : "w"}${version}`;
}

/** Reads a line of a part. */
export function requestLine(text: string): RequestLine {
  const first = text.indexOf("\t");
  const second = text.indexOf("\t", first + 1);
  const third = text.indexOf("\t", second + 1);
  return {
    object: text.slice(second + 1, third),
    returned: Number(text.slice(0, first)),
    use: uses[text.charAt(first + 1)],
    version: text.slice(first + 2, second),
    request: () => {
      // It was written by this process.
      const request: LoggedRequest = JSON.parse(text.slice(third + 1));
      return request;
    },
  };
}

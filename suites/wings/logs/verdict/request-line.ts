import type { LoggedRequest } from "../port/logged-request.ts";

/**
 * What a request shows about a version. `named`: the request expected it and was rejected; `read`: the response
 * contains it; `wrote`: the request created it.
 */
export type VersionUse = "named" | "read" | "wrote";

/** The start of a partition's line. It suffices to order requests. */
export interface RequestHead {
  readonly object: string;
  readonly returned: number;
  readonly use: VersionUse | undefined;
  readonly version: string;
}

const uses: Readonly<Record<string, VersionUse>> = { n: "named", r: "read", w: "wrote" };

/** Encodes a request as one line of a partition, including the trailing line feed. */
export function encodeRequest(request: LoggedRequest): string {
  // Names contain no control characters, but a request may contain any character.
  const object = request.object.replaceAll(/[\n\t]/gu, " ");
  return `${request.return}\t${versionShown(request)}\t${object}\t${JSON.stringify(request)}\n`;
}

/** Returns the first letter of the {@link VersionUse}, followed by the version. */
function versionShown({ verb, outcome, version, precondition }: LoggedRequest): string {
  if (outcome === "conflict") return precondition === undefined ? "" : `n${precondition}`;
  if (outcome !== "ok" || version === undefined) return "";
  return `${verb === "read" ? "r" : "w"}${version}`;
}

export function requestHead(text: string): RequestHead {
  const first = text.indexOf("\t");
  const second = text.indexOf("\t", first + 1);
  const third = text.indexOf("\t", second + 1);
  return {
    object: text.slice(second + 1, third),
    returned: Number(text.slice(0, first)),
    use: uses[text.charAt(first + 1)],
    version: text.slice(first + 2, second),
  };
}

export function requestIn(text: string): LoggedRequest {
  let start = 0;
  for (let fields = 0; fields < 3; fields += 1) start = text.indexOf("\t", start) + 1;
  // The line is trusted, because this process wrote it.
  const request: LoggedRequest = JSON.parse(text.slice(start));
  return request;
}

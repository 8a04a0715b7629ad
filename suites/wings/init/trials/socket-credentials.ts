import type { WatchEnd } from "#contract";
import { usualCredentials } from "#targets";
import { hasConnectionPayload, isWatchedOverSocket } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import type { Seen } from "../requests/listener.ts";
import { isDeliberate } from "./probe-access.ts";

/** Other common names for a credential in the `connection_init` payload or in the query of the URL. */
const usualNames = ["token", "authToken", "accessToken", "access_token", "apiKey"] as const;

/**
 * Returns variants of the dialect with other names and formats for the credential: first in the `connection_init`
 * payload, which some protocols do not have, then in the query of the URL. Most servers match the name exactly, so `Authorization` and `authorization` are
 * different properties.
 */
export function socketSpellings(dialect: Dialect): readonly Dialect[] {
  const { socket, ...others } = dialect.credentials;
  const { http } = others;
  if (socket === undefined || !isWatchedOverSocket(dialect)) return [];
  const hasPayload = hasConnectionPayload(dialect);
  const isNamed = socket.name !== http.header && socket.name !== usualCredentials.socket.name;
  const names = isNamed ? [socket.name] : namesFor(http.header);
  const formats = new Set([http.format, "$credential"]);
  const inPayload = names.flatMap((name) =>
    [...formats]
      .filter((format) => name !== socket.name || format !== socket.format)
      .map((format) => ({ place: "connectionInit", name, format }) as const),
  );
  const { header } = http;
  const parameters = isNamed ? [socket.name] : [...usualNames, header.toLowerCase()];
  const inQuery = [
    ...parameters.map((name) => ({ name, format: "$credential" })),
    ...(isNamed ? [] : [header, header.toLowerCase()].map((name) => ({ ...http, name }))),
  ].map(({ name, format }) => ({ place: "queryParameter", name, format }) as const);
  return [...(hasPayload ? inPayload : []), ...inQuery].map((place): Dialect => ({
    ...dialect,
    credentials: { ...others, socket: place },
  }));
}

/**
 * Returns `X-API-Key`, the same in lowercase, `xApiKey`, `apiKey`, `api_key` and `key`, the common names, and the
 * header inside `headers`.
 */
function namesFor(header: string): readonly string[] {
  const words = header.toLowerCase().split("-");
  const [first = "", ...rest] = words;
  const own = first === "x" ? rest : words;
  return [
    ...new Set([
      header,
      header.toLowerCase(),
      joined(words),
      joined(own),
      own.join("_"),
      own.at(-1) ?? first,
      ...usualNames,
      `headers.${header}`,
      `headers.${header.toLowerCase()}`,
    ]),
  ];
}

function joined([first = "", ...rest]: readonly string[]): string {
  return `${first}${rest.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("")}`;
}

/** HTTP status codes of an address without the requested protocol, regardless of the caller. */
const noPlace = /^HTTP (?:404|405|406|410|415|426|501)$/u;

/** Whether a server that understands the protocol closed a watch, as it does for an unknown caller. */
export function isTurnedAway(end: WatchEnd | undefined): boolean {
  if (end?.end === "refused") return !noPlace.test(end.refusal.code ?? "");
  return end?.end === "lost" && end.closing !== undefined && isDeliberate(end.closing);
}

/**
 * Whether a watch was opened, or rejected by a server that understands the protocol. A response to an HTTP request may
 * reject it because the server has no such streams.
 */
export function isUnderstood(place: Dialect, { events, end }: Seen): boolean {
  if (events.length > 0 || end === undefined) return true;
  switch (end.end) {
    case "closed":
    case "completed":
      return true;
    case "unintelligible":
      return end.unknownEvent !== undefined;
    case "refused":
      return isWatchedOverSocket(place) && isTurnedAway(end);
    case "lost":
      return end.closing !== undefined && (isTurnedAway(end) || end.closing.isEarly !== true);
    case "unsupported":
      return false;
  }
}

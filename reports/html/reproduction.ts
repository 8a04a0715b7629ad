import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { usualCredentials } from "#verdicts";
import type { CredentialPlaces } from "#verdicts";
import { credentialVariable, curlWords } from "../text/curl.ts";
import { httpMessage } from "../text/http-message.ts";
import { makeVisible } from "../text/make-visible.ts";
import type { SentRequest } from "../report/supplement.ts";
import { compactJson } from "./print-json.ts";
import { shownLine } from "./shown-text.ts";
import { script } from "./replay-program.ts?script";
import type { ReplayStep } from "./replay.ts";

export interface ReproducedRequest extends SentRequest {
  readonly kind: "call" | "watch";
}

/** Maximum length of a body in characters. A larger body is omitted, because pasting it into a shell is impractical. */
const maxBodyCharacters = 20_000;

/** Renders curl commands for requests. Credentials are shell variables. Returns undefined if a request is too large. */
export function curlCommands(
  requests: readonly ReproducedRequest[],
  credentials?: CredentialPlaces,
): string | undefined {
  const commands: string[] = [];
  for (const request of requests) {
    const title = `# ${plainWords(titleOf(request))}`;
    if (request.kind === "watch") {
      commands.push(`${title}: a stream; use the script`);
      continue;
    }
    const command = curlCommand(request, credentials);
    if (command === undefined) return undefined;
    commands.push(`${title}\n${command}`);
  }
  return commands.join("\n\n");
}

/**
 * Renders a Node.js script without dependencies that sends requests again, with new names, versions and identifiers.
 * Returns undefined if a request is too large.
 */
export function replayScript(
  title: string,
  requests: readonly ReproducedRequest[],
  credentials: CredentialPlaces = usualCredentials,
): string | undefined {
  const steps: string[] = [];
  for (const request of requests) {
    const step = escaped(compactJson(stepOf(request), maxBodyCharacters));
    if (step === undefined) return undefined;
    steps.push(step);
  }
  const places = escaped(JSON.stringify(credentials));
  return `${introduction(title, requests, credentials)}
const credentials = ${places};
const steps = [
${steps.map((step) => `  ${step},`).join("\n")}
];

${script}`;
}

function introduction(
  title: string,
  requests: readonly ReproducedRequest[],
  { roles: headers = {}, senders = {} }: CredentialPlaces,
): string {
  const sent = requests.flatMap(({ identity }) => {
    const sender = senders[identity];
    return sender === undefined ? identity : (sender.credentialOf ?? []);
  });
  const roles = [...new Set(sent)].filter((identity) => identity !== "anonymous");
  const variables = roles
    .flatMap((role) => (headers[role] ?? [undefined]).map((name) => credentialVariable(role, name)))
    .map((variable) => `${variable}=…`)
    .join(" ");
  return [
    `// ${shownLine(title, 300)}`,
    `// Run it with: ${variables} node reproduce.mjs`,
    "// Exits with 0 if the last request receives the recorded response, and with 1 otherwise.",
  ].join("\n");
}

function curlCommand(
  request: SentRequest,
  credentials: CredentialPlaces | undefined,
): string | undefined {
  const { body, ...message } = httpMessage(request);
  const data = escaped(body === undefined ? "" : compactJson(body, maxBodyCharacters));
  if (data === undefined) return undefined;
  const url = shownLine(message.url, 2000);
  return curlWords({ ...message, url, identity: request.identity, credentials, data }).join(
    " \\\n  ",
  );
}

type WrittenStep = Omit<ReplayStep, "body" | "captures"> & {
  readonly body?: JsonValue;
  readonly captures: readonly Capture[];
};

type Capture = { readonly path: readonly string[]; readonly value: string };

function stepOf(request: ReproducedRequest): JsonObject & WrittenStep {
  const { reply } = request;
  const message = httpMessage(request);
  const errors = isJsonObject(reply?.body) ? reply.body["errors"] : undefined;
  const signature = [reply?.status ?? 200, ...codesOf(errors)].join(" ");
  return {
    kind: request.kind,
    title: titleOf(request),
    identity: request.identity,
    ...message,
    url: makeVisible(message.url),
    recorded: shownLine(request.outcome, 300),
    ...(reply === undefined ? {} : { signature }),
    ...(request.verb === "create" ? { creates: request.about.split(/[ /]/u).at(-1) ?? "" } : {}),
    captures: reply === undefined ? [] : [...capturesOf(reply.body, [])].slice(0, 40),
  };
}

function codesOf(errors: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, 20).map((error: JsonValue) => {
    const extensions = isJsonObject(error) ? error["extensions"] : undefined;
    const code = isJsonObject(extensions) ? extensions["code"] : undefined;
    return typeof code === "string" ? code.slice(0, 200) : "error";
  });
}

function* capturesOf(
  value: JsonValue,
  path: readonly string[],
): Generator<Capture, void, undefined> {
  if (typeof value !== "object" || value === null || path.length > 8) return;
  for (const [name, member] of Object.entries(value).slice(0, 100)) {
    const isToken = name === "resourceVersion" || name === "uid";
    if (isToken && typeof member === "string" && member.length < 200) {
      yield { path: [...path, name], value: member };
    } else yield* capturesOf(member, [...path, name]);
  }
}

function titleOf({ exchange, identity, verb, about }: SentRequest): string {
  return shownLine(`#${exchange} ${identity} ${verb} ${about}`, 200);
}

function plainWords(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} #._:/@-]/gu, "?");
}

function escaped(json: string | undefined): string | undefined {
  return json?.replaceAll(/[\u007F-\u009F\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      const code = character.charCodeAt(i).toString(16).padStart(4, "0");
      return String.raw`\u${code}`;
    }).join(""),
  );
}

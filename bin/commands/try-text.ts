import { describeOutcome } from "#contract";
import type { Resource, WatchEvent } from "#contract";
import type { Exchange, WireRequest } from "#targets";

export function renderExchange({ request, reply, outcome }: Exchange): string {
  const status = reply?.status === undefined ? "" : `, HTTP ${reply.status}`;
  const answered =
    reply === undefined ? ["no response"] : [`response${status}:`, indented(reply.body)];
  return [
    request === undefined ? "nothing was sent" : renderRequest(request),
    "",
    ...answered,
    "",
    `decoded: ${describeOutcome(outcome)}`,
    ...(outcome.result === "object" ? [indented(partsOf(outcome.object))] : []),
    ...(outcome.result === "list" ? [indented(outcome.items.map(partsOf))] : []),
    ...("detail" in outcome ? [`  ${outcome.detail}`] : []),
  ].join("\n");
}

export function renderRequest({ url, operation, variables }: WireRequest): string {
  const given = variables === undefined ? [] : ["variables:", indented(variables)];
  return [`to ${url}:`, lines(operation), ...given].join("\n");
}

export function renderEvent({ type, resourceVersion, object, key }: WatchEvent): string {
  const parts = object === undefined ? [] : [indented(partsOf(object))];
  const name = key === undefined ? "" : ` of ${key.name}`;
  return [`event ${type}${name}, version ${resourceVersion}`, ...parts].join("\n");
}

function partsOf({ metadata, spec, status }: Resource): object {
  return {
    metadata,
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}

function indented(value: unknown): string {
  return lines(typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
}

function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${visible(line)}`)
    .join("\n");
}

function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

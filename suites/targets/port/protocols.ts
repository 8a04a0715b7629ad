import type { EndpointProfileName } from "#contract";

interface ProtocolRow {
  /** The default profile of a run. */
  readonly profile: EndpointProfileName;
}

const table = {
  graphql: { profile: "graphql-status/v1" },
  kubernetes: { profile: "kubernetes/v1" },
} satisfies Readonly<Record<string, ProtocolRow>>;

/** A protocol that a driver speaks, as in `--protocol`. */
export type Protocol = keyof typeof table;

/** The protocols. The first one is the default. */
export const protocols: Readonly<Record<Protocol, ProtocolRow>> = table;

export const protocolNames: readonly Protocol[] = Object.keys(protocols).filter(isProtocol);

export function isProtocol(text: string): text is Protocol {
  return Object.hasOwn(protocols, text);
}

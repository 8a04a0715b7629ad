import { isMembers } from "#contract";

/** For the client, in graphql-transport-ws; for the server, in its protocol; or the rejection of the connection. */
export type Translated =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "reply"; readonly text: string }
  | { readonly kind: "refusal"; readonly payload: unknown; readonly closeCode?: number };

/** Translates one connection between graphql-transport-ws, the protocol of the client, and the server's protocol. */
export interface SocketTranslator {
  /** Translates a message of the client to messages for the server. */
  sent(text: string): readonly string[];
  received(text: string): readonly Translated[];
  /** Resolves when the server has started the operation. Absent if the protocol does not tell. */
  started?(id: string): Promise<void>;
  /** A message that keeps an idle connection open. None by default. */
  readonly heartbeat?: { readonly everyMs: number; readonly text: string };
}

export type Members = Readonly<Record<string, unknown>>;

export function forClient(message: object): Translated {
  return { kind: "message", text: JSON.stringify(message) };
}

/** Undefined if the text is not JSON. */
export function parsedMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the members of an object, and none for other values. */
export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

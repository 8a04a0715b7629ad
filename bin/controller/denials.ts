import { jsonIn, messageIn } from "./recognition.ts";
import type { ProxyReply, ProxyRequestHead } from "./recognition.ts";

const deniedStatuses: ReadonlySet<number> = new Set([401, 403]);

export function isDenial(status: number): boolean {
  return deniedStatuses.has(status);
}

/** The start of a message of an API server, before the user, the verb and the resource. */
const subject = /^.*? is forbidden: (?=User )/u;

/**
 * The last request of the controller that the endpoint rejected for lack of permission. Skips requests to record events,
 * because no controller depends on them.
 */
export class Denials {
  #last: string | undefined;

  get last(): string | undefined {
    return this.#last;
  }

  /**
   * Returns the message of the endpoint, or a sentence that names the request if there is none. Undefined if the request
   * is skipped.
   */
  noted(
    { method, path }: ProxyRequestHead,
    { status, body }: Pick<ProxyReply, "body" | "status">,
  ): string | undefined {
    const [place = ""] = path.split("?");
    if (place.endsWith("/events")) return undefined;
    const { message } = messageIn(jsonIn(body));
    this.#last =
      message?.replace(subject, "") ??
      `the endpoint rejected ${method} ${place} with HTTP ${status}`;
    return this.#last;
  }

  forget(): void {
    this.#last = undefined;
  }
}

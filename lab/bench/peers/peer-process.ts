import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Peer, PeerName } from "./peers.ts";

const program = fileURLToPath(new URL("serve-peer.js", import.meta.url));

export class PeerProcess implements AsyncDisposable {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { url, webSocketUrl }: Peer) {
    this.#child = child;
    this.url = url;
    this.webSocketUrl = webSocketUrl;
  }

  /** Rejects if the process exits before it listens. */
  static async start(name: PeerName): Promise<PeerProcess> {
    const child = fork(program, [name], { execArgv: [] });
    return new PeerProcess(child, await messageOf<Peer>(child, name));
  }

  /** CPU time that the server has used so far, in milliseconds. */
  async processorMs(): Promise<number> {
    const reply = messageOf<number>(this.#child, this.url);
    this.#child.send("processor time");
    return reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}

/** Waits for the next message. Does not check its type, because the sender belongs to this benchmark. */
async function messageOf<Message>(child: ChildProcess, name: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const exited = (): void => reject(new Error(`the peer ${name} has exited`));
    child.once("exit", exited);
    child.once("message", (message: Message) => {
      child.off("exit", exited);
      resolve(message);
    });
  });
}

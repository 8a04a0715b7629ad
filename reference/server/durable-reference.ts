import type { Fault } from "../store/fault.ts";
import { startReference } from "./start-reference.ts";
import type { ReferenceServer } from "./start-reference.ts";
import type { DiskBehaviour, DiskFault } from "../store/disk-fault.ts";
import { ReferenceDisk } from "../store/reference-disk.ts";

export interface DurableReferenceOptions {
  readonly diskFault?: DiskFault;
  /** The faults of each server on the shared disk. Defaults to one correct server. */
  readonly replicas?: readonly (readonly Fault[])[];
}

/**
 * Reference servers on a shared disk. They can be killed and restarted. A kill breaks connections immediately; stored
 * data survives. Disposing stops all servers.
 */
export class DurableReference implements AsyncDisposable {
  readonly #disk: ReferenceDisk;
  readonly #behaviour: DiskBehaviour | undefined;
  readonly #replicas: readonly (readonly Fault[])[];
  readonly #servers: ReferenceServer[] = [];

  private constructor({ diskFault, replicas = [[]] }: DurableReferenceOptions) {
    this.#disk = new ReferenceDisk();
    this.#behaviour = diskFault?.begin(() => this.#disk.state);
    this.#replicas = replicas;
  }

  static async start(options: DurableReferenceOptions = {}): Promise<DurableReference> {
    const reference = new DurableReference(options);
    for (const index of reference.#replicas.keys()) {
      reference.#servers.push(await reference.#started(index, 0));
    }
    return reference;
  }

  /** The HTTP addresses of the servers. A restart does not change them. */
  get urls(): readonly string[] {
    return this.#servers.map(({ url }) => url);
  }

  /** Kills and restarts a server. Resolves when the server accepts requests. */
  async restart(index = 0): Promise<void> {
    const server = this.#servers[index];
    if (server === undefined) throw new Error(`there is no server ${index}`);
    await server[Symbol.asyncDispose]();
    const { state } = this.#disk;
    if (state !== undefined) this.#behaviour?.died(state);
    this.#servers[index] = await this.#started(index, Number(new URL(server.url).port));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map((server) => server[Symbol.asyncDispose]()));
    this.#disk[Symbol.dispose]();
  }

  #started(index: number, port: number): Promise<ReferenceServer> {
    const own = this.#replicas[index] ?? [];
    const change = this.#behaviour?.change;
    const ofDisk = change === undefined ? [] : [{ name: "disk", summary: "", breaks: [], change }];
    return startReference({ port, disk: this.#disk, faults: [...own, ...ofDisk] });
  }
}

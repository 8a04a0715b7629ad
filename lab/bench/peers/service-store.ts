export interface StoredService {
  readonly kind: "Service";
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly creationTimestamp: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly spec: unknown;
  readonly status: unknown;
}

export interface StatusWrite {
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  readonly status: Readonly<Record<string, unknown>>;
}

export interface Creation {
  readonly namespace: string;
  readonly name: string;
  readonly spec: unknown;
}

/** A minimal status store: it compares the version and merges fields. */
export class ServiceStore {
  readonly #services = new Map<string, StoredService>();
  #version = 1;

  create({ namespace, name, spec }: Creation): StoredService {
    const created: StoredService = {
      kind: "Service",
      metadata: {
        name,
        namespace,
        uid: `uid-${name}`,
        resourceVersion: this.#nextVersion(),
        generation: 1,
        creationTimestamp: "2026-01-01T00:00:00Z",
        labels: {},
      },
      spec,
      status: null,
    };
    this.#services.set(`${namespace}/${name}`, created);
    return created;
  }

  /** @throws Error if the object is missing or the version is not current. */
  writeStatus({ namespace, name, resourceVersion, status }: StatusWrite): StoredService {
    const stored = this.#services.get(`${namespace}/${name}`);
    if (stored?.metadata.resourceVersion !== resourceVersion) throw new Error("CONFLICT");
    const before = typeof stored.status === "object" ? stored.status : {};
    const written: StoredService = {
      ...stored,
      metadata: { ...stored.metadata, resourceVersion: this.#nextVersion() },
      status: { ...before, ...status },
    };
    this.#services.set(`${namespace}/${name}`, written);
    return written;
  }

  #nextVersion(): string {
    this.#version += 1;
    return String(this.#version);
  }
}

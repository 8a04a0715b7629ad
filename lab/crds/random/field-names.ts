import type { Random } from "../../../suites/checker/testing/random-source.ts";

const names = [
  "accessModes",
  "address",
  "allowed",
  "annotations",
  "backend",
  "backoffLimit",
  "bucket",
  "capacity",
  "certificate",
  "class",
  "className",
  "cluster",
  "config",
  "configRef",
  "count",
  "credentials",
  "database",
  "deletionPolicy",
  "description",
  "enabled",
  "endpoint",
  "endpoints",
  "environment",
  "extra-settings",
  "failures",
  "flavor",
  "group",
  "hostname",
  "id",
  "image",
  "import",
  "ingress",
  "instances",
  "interval",
  "issuerRef",
  "key",
  "kind",
  "labels",
  "level",
  "limits",
  "listeners",
  "mode",
  "namespace",
  "nodeSelector",
  "parameters",
  "path",
  "paused",
  "policy",
  "port",
  "ports",
  "priority",
  "profile",
  "provider",
  "ratio",
  "region",
  "replica.count",
  "resources",
  "retention",
  "role",
  "rules",
  "schedule",
  "secretName",
  "selector",
  "size",
  "source",
  "storage",
  "strategy",
  "subnets",
  "suspend",
  "target",
  "targetRef",
  "template",
  "timeout",
  "tls",
  "token",
  "tolerations",
  "type",
  "uri",
  "url",
  "user",
  "value",
  "version",
  "volumes",
  "weight",
  "zones",
] as const;

export class FieldNames {
  readonly #random: Random;
  readonly #taken = new Set<string>();

  constructor(random: Random, taken: readonly string[] = []) {
    this.#random = random;
    for (const name of taken) this.#taken.add(name);
  }

  next(): string {
    for (;;) {
      const name = this.#random.pick(names);
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }

  /** A name that a rule can use without escaping. */
  nextPlain(): string {
    for (;;) {
      const name = this.next();
      if (/^[a-z]+$/iu.test(name) && !reserved.has(name)) return name;
    }
  }
}

/** Keywords that CEL escapes. */
const reserved = new Set(["import", "namespace", "package", "function", "return"]);

import type { IdentityName, Outcome } from "#contract";

/** The roles that may read every object. A cache may keep a separate response for each of them. */
const roles = ["author", "controller", "reader"] as const satisfies readonly IdentityName[];

/** Alternates reads among the roles that a target knows. */
export class ReadingRoles {
  readonly #proven = new Set<IdentityName>(["author"]);
  #roles: readonly IdentityName[];
  #next = 0;

  constructor(known: readonly IdentityName[]) {
    this.#roles = roles.filter((role) => role === "author" || known.includes(role));
  }

  next(): IdentityName {
    const role = this.#roles[this.#next % this.#roles.length] ?? "author";
    this.#next += 1;
    return role;
  }

  /**
   * Whether the response to a read shows the state of an object. A role that has not read an object yet may be denied
   * access by a response that the object does not exist. A role whose read is rejected for another reason is not used
   * again: other checks judge its permissions.
   */
  isEvidence(role: IdentityName, outcome: Outcome): boolean {
    if (outcome.result === "object") this.#proven.add(role);
    if (outcome.result !== "refused" || this.#proven.has(role)) return true;
    if (outcome.refusal.reason !== "notFound") {
      this.#roles = this.#roles.filter((other) => other !== role);
    }
    return false;
  }
}

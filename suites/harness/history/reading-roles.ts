import type { IdentityName, Outcome } from "#contract";

/** The roles that may read every object. A cache may keep a separate response for each of them. */
const roles = ["author", "controller", "reader"] as const satisfies readonly IdentityName[];

/** What a read shows about its object. `version`: its content may be hidden from the role. */
export type Evidence = "content" | "none" | "version";

/** Alternates reads among the roles that a target knows. */
export class ReadingRoles {
  readonly #sees = new Map<IdentityName, { spec: boolean; status: boolean }>();
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
   * Returns what the response to a read shows. An object may be hidden from other roles than the author, and so may its
   * fields until the role was shown the markers of a write. A role whose read is rejected for another reason is not used
   * again: other checks judge its permissions.
   */
  evidenceOf(
    role: IdentityName,
    outcome: Outcome,
    isMarked: Readonly<Record<"spec" | "status", boolean>>,
  ): Evidence {
    if (role === "author") return "content";
    if (outcome.result === "refused") {
      if (outcome.refusal.reason !== "notFound") {
        this.#roles = this.#roles.filter((other) => other !== role);
      }
      return "none";
    }
    const sees = this.#sees.get(role) ?? { spec: false, status: false };
    sees.spec ||= isMarked.spec;
    sees.status ||= isMarked.status;
    this.#sees.set(role, sees);
    return sees.spec && sees.status ? "content" : "version";
  }
}

import type { IdentityName, Outcome } from "#contract";

/** The roles that may read every object. A cache may keep a separate response for each of them. */
const roles = ["author", "controller", "reader"] as const satisfies readonly IdentityName[];

/** The content of an object as {@link ContentMarks} sees it. */
export interface SeenContent {
  /** Identifies the content: the version with its markers. */
  readonly content: string;
  /** Whether the object shows the marker of a write. */
  readonly isMarked: Readonly<Record<"spec" | "status", boolean>>;
}

/** Maximum number of contents that are remembered. */
const maxKnown = 1_000;

/** What a read shows about its object. `version`: its content may be hidden from the role. */
export type Evidence = "content" | "none" | "version";

/** Alternates reads among the roles that a target knows. */
export class ReadingRoles {
  readonly #sees = new Map<IdentityName, { spec: boolean; status: boolean }>();
  /** Contents that the author or a writer was shown. */
  readonly #known = new Set<string>();
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

  /** Notes a content that the author or a writer was shown. */
  noteContent(content: string): void {
    this.#known.add(content);
    const [oldest = ""] = this.#known;
    if (this.#known.size > maxKnown) this.#known.delete(oldest);
  }

  /**
   * Returns what the response to a read shows. An object may be hidden from other roles than the author, and so may its
   * fields, unless the role was shown each marker, or the same content as the author. A role whose read is rejected for
   * another reason is not used again: other checks judge its permissions.
   */
  evidenceOf(role: IdentityName, outcome: Outcome, seen: SeenContent | undefined): Evidence {
    if (role === "author") return "content";
    if (outcome.result === "refused") {
      if (outcome.refusal.reason !== "notFound") {
        this.#roles = this.#roles.filter((other) => other !== role);
      }
      return "none";
    }
    const sees = this.#sees.get(role) ?? { spec: false, status: false };
    sees.spec ||= seen?.isMarked.spec === true;
    sees.status ||= seen?.isMarked.status === true;
    this.#sees.set(role, sees);
    const isKnown = seen !== undefined && this.#known.has(seen.content);
    return isKnown || (sees.spec && sees.status) ? "content" : "version";
  }
}

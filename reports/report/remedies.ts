import type { RequirementId } from "#contract";

interface Remedy {
  readonly fix: string;
  readonly of: readonly RequirementId[];
}

const remedies: readonly Remedy[] = [
  {
    fix:
      "compare and store in one statement: UPDATE … SET status = ?, version = version + 1 WHERE id = ? AND version = ?; " +
      "0 updated rows mean a conflict. A check before the statement leaves a race.",
    of: [
      "concurrency.stale-status-write-conflicts",
      "concurrency.one-winner",
      "concurrency.no-lost-increment",
      "concurrency.stale-merge-patch-conflicts",
      "concurrency.stale-json-patch-conflicts",
      "concurrency.stale-apply-conflicts",
      "allocation.decision-is-guarded",
    ],
  },
  {
    fix:
      "compare and store in one statement: UPDATE … SET spec = ?, version = version + 1 WHERE id = ? AND version = ?; " +
      "0 updated rows mean a conflict. Do the same in writes that change only labels or other metadata.",
    of: ["concurrency.stale-spec-write-conflicts"],
  },
  {
    fix:
      "compare and delete in one statement: DELETE … WHERE id = ? AND version = ?; " +
      "0 deleted rows mean a conflict. A check before the statement leaves a race.",
    of: ["concurrency.stale-deletion-conflicts"],
  },
  {
    fix:
      "keep one version column for the whole row; both spec and status writes compare and " +
      "increment it.",
    of: ["concurrency.spec-and-status-share-the-version"],
  },
  {
    fix:
      "require the version in the schema (String!), and treat every string that is not the " +
      "current version as stale or invalid. Do not skip the comparison for an empty, " +
      "missing or malformed version.",
    of: [
      "concurrency.version-required",
      "concurrency.empty-version-refused",
      "concurrency.foreign-version-refused",
    ],
  },
  {
    fix: "return the version of the row that the comparison read, not the version in the request.",
    of: ["concurrency.conflict-tells-current-version"],
  },
  {
    fix:
      "compare the uid in the same statement as the version. Kind and name are not a " +
      "sufficient key, because names are reused.",
    of: ["concurrency.uid-precondition", "concurrency.old-incarnation-write-conflicts"],
  },
  {
    fix: "take versions from one sequence in the store, within the writing transaction, and never reset the sequence on deletion.",
    of: [
      "concurrency.version-changes-with-content",
      "concurrency.versions-advance",
      "semantics.versions-are-per-object",
      "concurrency.versions-are-comparable",
    ],
  },
  {
    fix:
      "before each write, compare the new object with the stored object: if they are equal, " +
      "return the stored object without a new version or event.",
    of: [
      "concurrency.no-op-keeps-version",
      "watch.nothing-for-no-op",
      "generation.ignores-no-op-writes",
    ],
  },
  {
    fix:
      "store each value as it was sent (without rounding, trimming or converting it), return the " +
      "stored object, and build responses, reads, lists and events with one function.",
    of: [
      "write.stores-submitted-status",
      "write.returns-complete-object",
      "write.visible-to-later-reads",
      "readiness.same-for-every-reader",
      "readiness.observed-generation-is-an-integer",
      "generation.observed-stored-as-sent",
      "conditions.transition-time-stored-as-sent",
      "allocation.answers-are-told-apart",
    ],
  },
  {
    fix: "return every selected object, or use keyset pagination: sort by a unique key, return the key of the last object as the cursor, and continue with > instead of >=.",
    of: ["write.listed-exactly-once"],
  },
  {
    fix: "add the namespace of the request to the WHERE clause of every list, not only of reads.",
    of: ["write.list-namespace-filter"],
  },
  {
    fix:
      "look up each object by its namespace and its name, in one function that reads, writes and " +
      "deletions share, and respond with not found if there is none.",
    of: ["write.read-stays-in-namespace", "write.stays-in-namespace"],
  },
  {
    fix: "apply the label selector in the query that reads each page, not to the first page only, and store it with the cursor.",
    of: ["write.list-selector-filter"],
  },
  {
    fix:
      "keep the unique key of namespace and name until the row is removed, and reject a " +
      "creation that violates this key, even if the row has a deletion time.",
    of: ["deletion.terminating-name-is-taken"],
  },
  {
    fix:
      "merge the input into the stored status: keep fields that are absent, clear fields " +
      "that are null, and replace lists as a whole. To distinguish absent from null, test " +
      "whether the input contains the key, not whether its value is null.",
    of: [
      "write.omitted-members-unchanged",
      "write.null-clears-member",
      "write.lists-are-replaced",
      "semantics.null-members-stay",
      "semantics.lists-are-merged",
    ],
  },
  {
    fix: "replace the stored status with the input instead of merging the two.",
    of: ["write.replace-removes-omitted-members", "write.replacement-without-status-removes-it"],
  },
  {
    fix: "apply merge patches to the stored status with an RFC 7396 library.",
    of: [
      "write.merge-patch-keeps-unmentioned-members",
      "write.merge-patch-null-removes-member",
      "write.merge-patch-replaces-lists",
      "write.merge-patch-creates-parents",
    ],
  },
  {
    fix:
      "apply JSON patches to a copy of the object with an RFC 6902 library, and store the copy " +
      "only if every operation succeeded.",
    of: [
      "write.json-patch-supports-every-operation",
      "write.json-patch-is-all-or-nothing",
      "write.json-patch-failure-is-invalid",
      "write.json-patch-creates-no-parents",
      "write.malformed-json-patch-refused",
    ],
  },
  {
    fix:
      "check options (manager, force, field validation) in the resolver that all mutations " +
      "share, when the request is parsed.",
    of: [
      "write.apply-works-for-every-kind",
      "write.apply-needs-manager",
      "write.force-belongs-to-apply",
      "write.invalid-manager-refused",
      "write.strict-validation-refuses-unknown-members",
      "write.warning-validation-tells-unknown-members",
      "write.ignoring-validation-drops-unknown-members",
      "write.unknown-validation-mode-refused",
      "write.strict-validation-covers-ignored-members",
      "errors.options-before-existence",
      "errors.body-matches-address",
      "errors.unserved-api-version-refused",
    ],
  },
  {
    fix: "run a dry run through the same code as the write, and roll back the transaction instead of committing it: no event, no version.",
    of: [
      "write.dry-run-stores-nothing",
      "write.dry-run-of-spec-stores-nothing",
      "deletion.dry-run-deletes-nothing",
      "write.dry-run-is-decided-like-the-write",
      "write.dry-run-returns-the-result",
      "write.dry-run-takes-no-version",
      "watch.nothing-for-dry-run",
    ],
  },
  {
    fix:
      "fill in defaults when an object is created and when a status is stored, not when " +
      "the object is read.",
    of: [
      "write.status-default-is-visible",
      "write.member-default-creates-no-status",
      "write.status-default-ends-with-first-write",
    ],
  },
  {
    fix: "record which manager owns each field (managedFields): an apply checks the owners, takes over fields only with force, and removes fields that its manager no longer sets.",
    of: [
      "apply.conflict-without-force",
      "apply.conflict-names-manager-and-field",
      "apply.force-takes-fields",
      "apply.equal-values-are-shared",
      "apply.removes-omitted-fields",
      "apply.keeps-shared-fields",
      "apply.conditions-merge-by-type",
      "apply.other-writes-never-conflict",
      "apply.other-writes-take-fields",
      "apply.ownership-is-per-side",
      "apply.status-write-takes-no-spec",
      "apply.status-write-takes-no-metadata",
      "write.manager-is-recorded",
      "write.managers-not-writable",
      "errors.ownership-conflict-distinguishable",
      "allocation.ownership-is-advisory",
    ],
  },
  {
    fix: "start from the stored object and copy only the status from the input (newObject = stored; newObject.status = input.status).",
    of: [
      "isolation.status-write-never-changes-spec",
      "isolation.status-write-never-changes-metadata",
      "isolation.stored-spec-not-validated-again",
      "write.keeps-identity",
      "write.spec-write-keeps-identity",
      "write.keeps-deletion-time",
      "generation.ignores-status-writes",
      "deletion.status-writes-go-on",
    ],
  },
  {
    fix: "start from the stored object and copy only the fields that the input contains; an absent label, annotation, finalizer or owner reference field means no change, and the deletion time is never an input.",
    of: ["write.spec-write-keeps-metadata"],
  },
  {
    fix: "start from the stored object and copy only spec and metadata from the input: the status stays as stored, and is empty on creation.",
    of: [
      "isolation.spec-write-never-changes-status",
      "isolation.create-never-stores-status",
      "allocation.survives-other-writes",
      "allocation.author-cannot-forge",
      "allocation.answer-belongs-to-its-generation",
      "allocation.binding-leaves-holder-alone",
    ],
  },
  {
    fix: "give status writes and spec writes separate input types that do not contain each other's fields; check an untyped (JSON) input for these fields in the resolver that all mutations share.",
    of: [
      "isolation.spec-in-status-write-is-rejected",
      "isolation.metadata-in-status-write-is-rejected",
      "isolation.status-in-spec-write-is-rejected",
      "isolation.unknown-members-never-stored",
      "isolation.one-way-of-refusing",
    ],
  },
  {
    fix: "drop spec and metadata from a status write, and the status from a spec write, before comparing it with the stored object; keep the fields that the schema leaves open.",
    of: [
      "isolation.spec-in-status-write-is-ignored",
      "isolation.metadata-in-status-write-is-ignored",
      "isolation.status-in-spec-write-is-ignored",
      "isolation.ignored-write-is-no-op",
      "isolation.echoed-object-is-accepted",
      "isolation.open-members-are-stored",
    ],
  },
  {
    fix:
      "compare the version whenever a write specifies one, in the body or in a JSON patch " +
      "test. Only a patch may omit the version; the patch is then applied to the current object.",
    of: [
      "concurrency.replacement-needs-version",
      "concurrency.versionless-writes-all-land",
      "concurrency.json-patch-tests-version",
    ],
  },
  {
    fix:
      "check, store and publish in one transaction, so that an error rolls back everything " +
      "before a response or event is sent.",
    of: ["isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  },
  {
    fix: "put one permission check (kind, status or object, verb, namespace, name) into the resolver that typed and generic mutations share, and require the status permission for status writes only.",
    of: [
      "authorization.author-cannot-write-status",
      "authorization.controller-cannot-write-spec",
      "authorization.controller-needs-no-spec-permission",
      "authorization.author-needs-no-status-permission",
      "authorization.stranger-cannot-read",
      "authorization.namespace-limits-hold",
      "authorization.name-limits-hold",
      "authorization.status-permission-gives-no-read",
      "authorization.status-reply-as-declared",
      "authorization.watch-is-authorized",
    ],
  },
  {
    fix:
      "in every mutation (create, update, status update, delete), check the permission for " +
      "its own verb; permission to read implies no other permission.",
    of: ["authorization.reader-cannot-write"],
  },
  {
    fix: "authenticate in one middleware for HTTP requests, socket connections and streams, before any resolver runs.",
    of: [
      "authorization.anonymous-refused",
      "authorization.invalid-credential-refused",
      "authorization.expired-credential-refused",
      "authorization.anonymous-is-a-stranger",
      "semantics.anonymous-is-denied",
      "authorization.same-rule-on-every-transport",
    ],
  },
  {
    fix: "check in a fixed order, in the function that all writes share: authentication, authorization, existence, version, validation.",
    of: [
      "authorization.existence-not-disclosed",
      "authorization.before-version-and-validation",
      "errors.existence-before-version",
      "errors.stale-and-invalid-order",
      "errors.patch-before-version",
      "errors.missing-object-not-found",
      "write.apply-never-creates",
    ],
  },
  {
    fix: "use a separate error class for each reason, and map the classes to codes in one place.",
    of: [
      "errors.reasons-distinguishable",
      "errors.machine-code",
      "errors.stable-code",
      "errors.rate-limit-tells-delay",
      "kinds.missing-status-is-told-apart",
    ],
  },
  {
    fix: "insert without upsert (a unique index on kind, namespace and name), and map a violation of that index to the already-exists error.",
    of: ["errors.existing-name-already-exists"],
  },
  {
    fix: "validate the whole status against the schema of the kind before it is stored, and collect every error with its path.",
    of: [
      "errors.invalid-status-refused",
      "errors.invalid-names-field",
      "errors.duplicate-condition-refused",
      "conditions.status-is-three-valued",
      "conditions.type-is-a-qualified-name",
      "conditions.reason-is-a-word",
      "conditions.message-is-bounded",
      "conditions.transition-time-is-an-instant",
      "conditions.observed-generation-not-negative",
      "conditions.limits-are-within-bounds",
      "kinds.plain-status-is-validated",
      "readiness.never-current-unobserved",
    ],
  },
  {
    fix: "write the event in the transaction that stores the object (outbox, or the store's change feed), one for each new version, with the object as stored.",
    of: [
      "watch.one-event-per-write",
      "watch.event-carries-stored-object",
      "watch.creation-is-added",
      "watch.deletion-is-deleted",
      "watch.last-finalizer-is-deleted",
      "semantics.deletion-tells-the-key",
    ],
  },
  {
    fix: "give each watch a bounded queue, and drain it to the connection in a separate task, so that no request waits for a reader. When the queue is full, end that watch instead of dropping events.",
    of: ["watch.slow-reader-delays-nobody"],
  },
  {
    fix:
      "feed all watches from one log in commit order; never publish from request " +
      "handlers, because concurrent handlers can overtake each other.",
    of: [
      "watch.ordered",
      "watch.unique",
      "watch.no-gap",
      "watch.watchers-agree",
      "watch.collection-in-commit-order",
    ],
  },
  {
    fix:
      "subscribe first, then read the log entries newer than the given version, then drop " +
      "events that were already delivered. Reject a version older than the oldest entry.",
    of: [
      "watch.list-then-watch",
      "watch.resumes-after-version",
      "watch.expired-cursor-is-refused",
      "watch.resumes-from-bookmark",
      "watch.initial-events-are-current-state",
      "watch.initial-events-end-is-marked",
      "watch.any-version-begins-with-state",
      "semantics.watch-resumes-after-event",
    ],
  },
  {
    fix: "send bookmarks through the same queue as events, with the version of the last event that was queued, and only to watches that requested them.",
    of: [
      "watch.bookmarks-only-on-request",
      "watch.bookmark-covers-earlier-events",
      "watch.bookmarks-never-go-back",
    ],
  },
  {
    fix:
      "evaluate the filter before and after each change: send ADDED if only the new state " +
      "matches, DELETED if only the old state matches, MODIFIED if both match, and no event if " +
      "neither matches.",
    of: [
      "watch.namespace-filter",
      "watch.selector-filter",
      "watch.selector-entry-is-added",
      "watch.selector-exit-is-deleted",
      "watch.selector-exit-shows-last-match",
      "semantics.selector-exit-is-modified",
      "semantics.selector-exit-is-silent",
    ],
  },
  {
    fix: "set the generation on the server: 1 on creation, incremented if the stored and the new spec differ, and never taken from the input.",
    of: [
      "generation.starts-at-one",
      "generation.counts-spec-changes",
      "generation.ignores-metadata-writes",
      "generation.not-writable",
      "generation.counts-requested-deletion",
      "generation.counts-plain-status",
    ],
  },
  {
    fix: "derive operations, storage and watches of a kind from its definition, and look up the definition for each request.",
    of: [
      "kinds.served-once-defined",
      "kinds.objects-go-with-definition",
      "kinds.plain-status-is-stored",
      "kinds.status-outlives-its-separation",
      "write.no-status-mutation-without-status",
    ],
  },
  {
    fix:
      "mark the object with a deletion time while it has finalizers, and remove the row with " +
      "the last finalizer; reject new finalizers in the meantime.",
    of: ["deletion.waits-for-finalizers", "deletion.new-finalizers-refused"],
  },
  {
    fix:
      "use an update, never an upsert, for status writes; delete the status with the object; " +
      "and give each new object a new uid.",
    of: ["deletion.nothing-comes-back", "deletion.successor-starts-afresh"],
  },
];

const known: ReadonlyMap<string, string> = new Map(
  remedies.flatMap(({ fix, of }) => of.map((id) => [id, fix] as const)),
);

/** Describes how to implement a requirement. Returns undefined for requirements of extensions or for controllers. */
export function remedyFor(requirement: string): string | undefined {
  return known.get(requirement);
}

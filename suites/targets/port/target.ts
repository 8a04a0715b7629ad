import type {
  Command,
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  ObjectKey,
  Outcome,
  RequirementId,
  ResourceVersion,
  Semantics,
  Verb,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";
import type { CredentialPlaces } from "./credential-places.ts";
import type { ForeignPlace } from "./foreign-place.ts";
import type { KindShapes } from "./value-shape.ts";

/** A status that the target must refuse, and the member at fault. */
export interface InvalidStatus {
  readonly status: JsonObject;
  /** Path rooted at the object: `status.replicas`. */
  readonly field: string;
  /** What is wrong with it, in a few words. */
  readonly defect: string;
}

/** Values of one kind that checks may write. All of them are valid unless they say otherwise. */
export interface KindSamples {
  /** At least three specs, pairwise different in every member that they set. */
  readonly specs: readonly JsonObject[];
  /** At least three statuses, pairwise different in every member that they set, and all of the same members. */
  readonly statuses: readonly JsonObject[];
  /** Name of an integer member of the status that checks may count with. */
  readonly counter: string;
  /** Maximum number of conditions in a status. Unlimited by default. */
  readonly mostConditions?: number;
  /** Statuses with one defect each. */
  readonly invalidStatuses: readonly InvalidStatus[];
}

/**
 * What a status mutation makes of the stored status: `partial` changes the members that it names,
 * `replace` stores what is submitted and nothing else, `apply` also removes what the same manager
 * applied before and now omits.
 */
export type StatusMode = "partial" | "replace" | "apply";

/** A part of a status, and the mutation that carries it. */
export interface OtherStatus {
  readonly via: string;
  readonly status: JsonObject;
}

/** The reasons why requirements do not apply. */
export type Excuses = Readonly<Partial<Record<RequirementId, string>>>;

/** The parts of an object that reports speak of. */
export const wordedParts = ["name", "resourceVersion", "generation", "spec", "status"] as const;

/** Where a target has parts of an object, as paths in its replies; several of a side whose fields stand apart. */
export type TargetWords = Readonly<
  Partial<Record<(typeof wordedParts)[number], readonly string[]>>
>;

/** One kind that the target serves. */
export interface KindDescription {
  readonly name: string;
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created, the default one first. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  /** What the target calls parts of an object where the contract calls them otherwise. Absent: it has the contract's words. */
  readonly words?: TargetWords;
  /** The operations that carry each verb, by id; `hook` is one outside of the API. `updateStatus` is empty for kinds without a status subresource. */
  readonly operations: Readonly<Record<Verb | "watch", readonly string[]>>;
  /** How each status mutation treats the stored status. */
  readonly statusModes: Readonly<Record<string, StatusMode>>;
  /** Members of the status that single mutations carry, by their ids. Absent: each carries all of them. */
  readonly statusMembers?: Readonly<Record<string, readonly string[]>>;
  /** Members of the status without which the schema refuses single mutations, by their ids. Absent: it demands none. */
  readonly demandedMembers?: Readonly<Record<string, readonly string[]>>;
  /** The status, or the part of it that the mutation under test carries, has no number to count with. Absent: checks can count. */
  readonly isUncounted?: true;
  /** What other status mutations write, if they carry another part of the status. None by default. */
  readonly otherStatuses?: readonly OtherStatus[];
  readonly samples: KindSamples;
  /** Whether the kind was registered for the run, by one of the target's prerequisites. */
  readonly isRuntime: boolean;
  /** The default status of new objects. None by default. */
  readonly statusDefault?: JsonObject;
  /**
   * Fields that every status has, because the schema requires them or gives them a default, but that are not shown until
   * they are written. Removing one may succeed at any time. None by default.
   */
  readonly standingMembers?: readonly string[];
  /** Semantics of the kind, where they differ from the target's. */
  readonly semantics?: Partial<Semantics>;
  /** Semantics of status mutations, by their ids. */
  readonly statusSemantics?: Readonly<Record<string, Partial<Semantics>>>;
  /** Features of the target that this kind does not have. */
  readonly lacks?: readonly Feature[];
  /** Why requirements do not apply to this kind: its schema declares nothing to check them against. None by default. */
  readonly excuses?: Excuses;
  /** Why requirements do not apply to status mutations, by their ids. */
  readonly statusExcuses?: Readonly<Record<string, Excuses>>;
  /** Why the status of this kind cannot be written on a correct target. Absent if it can. */
  readonly withoutStatus?: string;
  /** Author metadata that status writes of this kind change by design. None by default. */
  readonly statusMetadata?: readonly string[];
  /** Status mutations through other versions of the API. Absent where the kind is known in one version. */
  readonly otherVersions?: readonly string[];
  /** A version of the API like those of the kind that is not served. Absent without API versions. */
  readonly unservedApiVersion?: string;
  /** Authors cannot write annotations, so that nothing can be stored on an object. */
  readonly isWithoutAnnotations?: true;
  /** Its objects show nothing that names an incarnation, and their name stands in for a uid. Absent: they show a uid. */
  readonly isWithoutUid?: true;
  /** Every write finds its object by the uid, which the server gives: none can meet a successor of the same name. Absent: some find it by its name. */
  readonly isFoundByUid?: true;
  /** Operations that have no place for the version which a write replaces. Absent: each has one. */
  readonly unconditional?: readonly string[];
  /** A deletion takes two requests; the state between them is not checked. Absent if it takes one. */
  readonly isDeletedInSteps?: true;
  /** Names of objects that are there already, to be used in place of new ones. None by default. */
  readonly preloaded?: readonly string[];
  /** Its paths at an API server. Absent without paths per kind. */
  readonly resource?: { readonly group: string; readonly plural: string };
  /** The shape of its values, to generate more of them than the samples. Absent if unknown. */
  readonly shapes?: KindShapes;
  /** Where its writes could carry fields of the other side. Defaults to the contract's places. */
  readonly foreignPlaces?: readonly ForeignPlace[];
}

/** An object that must exist before the first case, such as the definition of a kind. */
export interface Prerequisite {
  readonly key: ObjectKey;
  readonly spec: JsonObject;
}

/** How a trial kind can be defined, in the words of the target. */
export interface TrialDefinitions {
  /** Without a status subresource: a status is content like any other. */
  readonly plain: JsonObject;
  /** With one. A member of the status has a default, the whole of it has none. */
  readonly withStatus: JsonObject;
  /** With one, and with a schema that does not admit the last of the sample specs. */
  readonly tightened: JsonObject;
}

/** A kind that is not there before a check defines it. No two checks use the same one. */
export interface TrialKind {
  /** The key of the definition. */
  readonly key: ObjectKey;
  readonly definitions: TrialDefinitions;
  /** The kind as it is served once it is defined with a status. */
  readonly kind: KindDescription;
  /** The member of its status that has a default. The sample statuses leave it out. */
  readonly defaulted: string;
}

/** Features that the user declares to be offered, or withdraws, whatever the dialect says. */
export interface FeaturesByHand {
  readonly declared: readonly Feature[];
  readonly withdrawn: readonly Feature[];
}

/** What is known about a target before the first check. */
export interface TargetDescription {
  readonly endpoint: string;
  /** Where writes go in addition to the endpoint: its socket and the hooks of fixtures, on any machine. */
  readonly otherAddresses?: readonly string[];
  readonly protocol: "graphql" | "kubernetes";
  /** Name of the data that says how this endpoint spells the contract. */
  readonly dialect: string;
  readonly kinds: readonly KindDescription[];
  readonly features: readonly Feature[];
  /** Features that the target seems to offer but that are not declared, and so not tested. */
  readonly undeclared?: readonly Feature[];
  /** Notes for readers of the results, in sentences. None by default. */
  readonly remarks?: readonly string[];
  /** Features that the user declared or withdrew, against the dialect. None by default. */
  readonly byHand?: FeaturesByHand;
  /** Created by the run before its first case, as the author, and removed after its last one. */
  readonly prerequisites: readonly Prerequisite[];
  /** Kinds for checks that define, change and remove kinds. None by default. */
  readonly trialKinds?: readonly TrialKind[];
  /** Random letters of the run, which are part of the names of its definitions. None by default. */
  readonly runSuffix?: string;
  /** How many events the target retains for watches that resume. Absent if unknown. */
  readonly retainedEvents?: number;
  /** A version from before all retained events. Absent if none is known before the run. */
  readonly expiredVersion?: ResourceVersion;
  /** The name of the objects that the identity `assignee` is limited to. Absent if unknown. */
  readonly assignedName?: string;
  /** The rate limit of the identity `throttled`. Absent if unknown. */
  readonly rateLimit?: RateLimit;
  /** Where callers send their credential. Defaults to a bearer token in `Authorization`. */
  readonly credentials?: CredentialPlaces;
  readonly semantics: Semantics;
  /** The dialect does not declare where replies carry warnings, so none can be read. */
  readonly isWithoutWarnings?: true;
  /** How to find versions and statuses in requests of others. Defaults to the contract's names. */
  readonly bodyWords?: BodyWords;
  /** The part of its schema that its operations use, in the definition language. Absent without a schema. */
  readonly schema?: string;
  /** The roles for which a credential is at hand (`anonymous` needs none). */
  readonly identities: readonly IdentityName[];
  /** The given reason why a role cannot be played. */
  readonly unavailable?: Readonly<Partial<Record<IdentityName, string>>>;
  /** The given reason why the target has no such role at all. */
  readonly withoutRoles?: Readonly<Partial<Record<IdentityName, string>>>;
}

/** The names of the members that carry something, wherever in a body they stand. */
export interface BodyWords {
  readonly version: readonly string[];
  readonly status: readonly string[];
}

/** How many requests are served in a time; the next one is refused. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** What was sent, with credentials taken out. */
export interface WireRequest {
  readonly url: string;
  /** The GraphQL document, or the HTTP method and path. */
  readonly operation: string;
  readonly variables?: JsonObject;
}

/** What came back. */
export interface WireReply {
  /** HTTP status; absent on other transports. */
  readonly status?: number;
  /** The parsed body where it was JSON, its text otherwise; texts are cut at 65,536 characters. */
  readonly body: JsonValue;
}

/** One command, what was sent for it, what came back, and how that reads. */
export interface Exchange {
  readonly outcome: Outcome;
  /** Absent where nothing was sent. */
  readonly request?: WireRequest;
  /** Absent where nothing came back. */
  readonly reply?: WireReply;
  /** Why the schema of the target refuses the request for every caller. Absent if it fits or the schema is unknown. */
  readonly misfit?: string;
  /** How often the target rate limited the request before this outcome. Never by default. */
  readonly rateRefusals?: number;
}

/** Receives what a watch delivers, in order. Neither function may throw. */
export interface WatchListener {
  event(event: WatchEvent): void;
  /** Called exactly once, after the last event. */
  ended(end: WatchEnd): void;
}

/** An open watch. Disposing closes it and is harmless when it has ended. */
export interface Watch extends AsyncDisposable {
  /** What was sent to open it. */
  readonly request: WireRequest;
}

/**
 * The port through which everything talks to the endpoint under test. Nothing that the endpoint does
 * makes a method throw: every reply, and the lack of one, is a value.
 */
export interface Target extends AsyncDisposable {
  readonly description: TargetDescription;
  /** Why the schema of the target would refuse a command for every caller. Absent without a schema. */
  misfit?(command: Command): string | undefined;
  /** Sends one command. An abort or a time-out gives the outcome `unknown`. */
  execute(command: Command, signal: AbortSignal): Promise<Exchange>;
  /**
   * Asks for a stream. Resolves when the request has been sent on an acknowledged connection, or when
   * the stream has ended before; that the stream is live is shown by its first event.
   */
  watch(command: WatchCommand, listener: WatchListener, signal: AbortSignal): Promise<Watch>;
  /**
   * Kills the server and starts it again. Resolves when it is said to be ready. Rejects where the user's
   * way of doing so fails, which is no fault of the server. Absent: the user gave none, and the feature
   * `restart` is not offered.
   */
  restart?(signal: AbortSignal): Promise<void>;
}

/** The endpoint cannot be tested at all: not reached, not understood, or not what it was said to be. */
export class TargetUnreachable extends Error {
  override readonly name = "TargetUnreachable";
  /** What the user can do about it, one sentence. */
  readonly mend: string;
  /** Whether it may be a matter of time: there was no reply within the limit. */
  readonly isTimeout: boolean;

  constructor(
    message: string,
    options: { readonly mend: string; readonly cause?: unknown; readonly isTimeout?: boolean },
  ) {
    super(message, { cause: options.cause });
    this.mend = options.mend;
    this.isTimeout = options.isTimeout ?? false;
  }
}

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
  /** How many conditions a status may have at most. Absent: any number. */
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

/** Why single requirements are not asked. */
export type Excuses = Readonly<Partial<Record<RequirementId, string>>>;

/** One kind that the target serves. */
export interface KindDescription {
  readonly name: string;
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created: the first is the usual one. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  /** The operations that carry each verb, by id; `hook` is one outside of the API. `updateStatus` is empty for kinds without a status subresource. */
  readonly operations: Readonly<Record<Verb | "watch", readonly string[]>>;
  /** How each of the status mutations treats the stored status. */
  readonly statusModes: Readonly<Record<string, StatusMode>>;
  /** Members of the status that single mutations carry, by their ids. Absent: each carries all of them. */
  readonly statusMembers?: Readonly<Record<string, readonly string[]>>;
  /** Members of the status without which the schema refuses single mutations, by their ids. Absent: it demands none. */
  readonly demandedMembers?: Readonly<Record<string, readonly string[]>>;
  /** The mutation under test carries a part of the status without a number to count with. Absent: checks can count. */
  readonly isUncounted?: true;
  /** What the mutations of the status that are not under test write, where that is another part. None by default. */
  readonly otherStatuses?: readonly OtherStatus[];
  readonly samples: KindSamples;
  /** Whether the kind was registered for the run, by one of the target's prerequisites. */
  readonly isRuntime: boolean;
  /** The status that every new object of the kind has by default. Absent: none. */
  readonly statusDefault?: JsonObject;
  /**
   * Members that stand in every status, written or not, and are not shown until they are: what the schema requires, or
   * gives a default. To remove one of them may succeed at any time. None by default.
   */
  readonly standingMembers?: readonly string[];
  /** What the kind does otherwise than the rest of the target, or what the rest does not declare. */
  readonly semantics?: Partial<Semantics>;
  /** The same for single status mutations, by their ids: those of one kind may differ. */
  readonly statusSemantics?: Readonly<Record<string, Partial<Semantics>>>;
  /** Features of the target that this kind does not have. */
  readonly lacks?: readonly Feature[];
  /**
   * Why requirements are not asked of this kind: its schema promises nothing that they could be checked against. None
   * by default.
   */
  readonly excuses?: Excuses;
  /** The same for single status mutations, by their ids. */
  readonly statusExcuses?: Readonly<Record<string, Excuses>>;
  /** Why nothing can be written to a status of this kind, though the target is as it should be. Absent: it can be. */
  readonly withoutStatus?: string;
  /** Metadata of the author that status writes of this kind change, by design. None by default. */
  readonly statusMetadata?: readonly string[];
  /** A version of the API that looks like those of the kind, and is not served. Absent: versions are not named. */
  readonly unservedApiVersion?: string;
  /** Authors can write no annotations, so that nothing can be noted on an object. Absent: they can. */
  readonly isWithoutAnnotations?: true;
  /** Its objects show nothing that names an incarnation, and their name stands in for a uid. Absent: they show a uid. */
  readonly isWithoutUid?: true;
  /** Every write finds its object by the uid, which the server gives: none can meet a successor of the same name. Absent: some find it by its name. */
  readonly isFoundByUid?: true;
  /** Operations that have no place for the version which a write replaces. Absent: each has one. */
  readonly unconditional?: readonly string[];
  /** A deletion takes two requests, and what it shows between them is nobody's rule. Absent: it takes one. */
  readonly isDeletedInSteps?: true;
  /** Names of objects that are there already, to be used in place of new ones. None by default. */
  readonly preloaded?: readonly string[];
  /** By what paths name it at an API server. Absent: its endpoint has no paths for kinds. */
  readonly resource?: { readonly group: string; readonly plural: string };
  /** What its values are made of, to make more of them than the samples. Absent: not known. */
  readonly shapes?: KindShapes;
  /** Where its writes could carry what belongs to the other side. Absent: wherever the contract puts it. */
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
  /** Where writes go beside the endpoint: its socket and the hooks of fixtures, on whatever machine. Absent: nowhere. */
  readonly otherAddresses?: readonly string[];
  readonly protocol: "graphql" | "kubernetes";
  /** Name of the data that says how this endpoint spells the contract. */
  readonly dialect: string;
  readonly kinds: readonly KindDescription[];
  readonly features: readonly Feature[];
  /** Features that the target seems to offer and that nobody declared, so that nothing of them is tested. */
  readonly undeclared?: readonly Feature[];
  /** What a reader of the results should know of it beforehand, in sentences. Absent: nothing. */
  readonly remarks?: readonly string[];
  /** What the user said about features, against the dialect. Absent: nothing. */
  readonly byHand?: FeaturesByHand;
  /** Created by the run before its first case, as the author, and removed after its last one. */
  readonly prerequisites: readonly Prerequisite[];
  /** Kinds for checks that define, change and remove kinds. Absent: none. */
  readonly trialKinds?: readonly TrialKind[];
  /** Letters that were drawn for the run, and are in the names of what it brings. Absent: there are none. */
  readonly runSuffix?: string;
  /** How many events the target retains for watches that resume. Absent: not known. */
  readonly retainedEvents?: number;
  /** A version from before everything that the target retains. Absent: none is known before the run. */
  readonly expiredVersion?: ResourceVersion;
  /** The name of the objects that the identity `assignee` is limited to. Absent: not known. */
  readonly assignedName?: string;
  /** What leads to a refusal of the identity `throttled`. Absent: not known. */
  readonly rateLimit?: RateLimit;
  readonly semantics: Semantics;
  /** Nobody has said where its replies carry warnings, so that none can be read. Absent: somebody has. */
  readonly isWithoutWarnings?: true;
  /** How to find versions and statuses in what others send to it. Absent: as the contract calls them. */
  readonly bodyWords?: BodyWords;
  /** The part of its schema that its operations use, in the definition language. Absent: it has none. */
  readonly schema?: string;
  /** The roles for which a credential is at hand (`anonymous` needs none). */
  readonly identities: readonly IdentityName[];
  /** Why a role cannot be played, in the words of whoever said so. */
  readonly unavailable?: Readonly<Partial<Record<IdentityName, string>>>;
  /** Why the target has no such role at all, in the words of whoever said so. */
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
  /** Why the schema of the target refuses the request, whoever sends it. Absent: it fits, or the schema is not known. */
  readonly misfit?: string;
  /** How often the target refused the request for being one too many, before this came of it. Absent: never. */
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
  /** Why the schema of the target would refuse a command, whoever sends it. Absent: no schema is known. */
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

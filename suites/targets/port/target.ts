import type { StatusPlaces } from "./status-places.ts";
import type { Protocol } from "./protocols.ts";
import type {
  Command,
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  ObjectKey,
  Outcome,
  RequirementId,
  Refusal,
  ResourceVersion,
  Semantics,
  SemanticsName,
  Verb,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";
import type { NameForm, NumberForm } from "./name-form.ts";
import type { CredentialPlaces } from "./credential-places.ts";
import type { ForeignPlace } from "./foreign-place.ts";
import type { KindShapes } from "./value-shape.ts";

/** A status that the target must reject, and the invalid field. */
export interface InvalidStatus {
  readonly status: JsonObject;
  /** Path rooted at the object: `status.replicas`. */
  readonly field: string;
  readonly defect: string;
}

/** Values of one kind that checks may write. All are valid unless stated otherwise. */
export interface KindSamples {
  /** At least three specs, with pairwise different values in every field. */
  readonly specs: readonly JsonObject[];
  /**
   * Specs that lack optional fields of `specs`, or have fields that they lack. The target may reject them. None by
   * default.
   */
  readonly contrasts?: readonly JsonObject[];
  /**
   * Statuses with the same fields: at least three, with pairwise different values in every field. A kind without a
   * counter may have two, or values that repeat, or null for a field that a sample clears. Consecutive statuses differ.
   */
  readonly statuses: readonly JsonObject[];
  /** Name of the integer status field that checks use as a counter. */
  readonly counter: string;
  /** Maximum number of conditions in a status. Unlimited by default. */
  readonly mostConditions?: number;
  /** Statuses with one defect each. */
  readonly invalidStatuses: readonly InvalidStatus[];
}

/**
 * The effect of a status mutation on the stored status. `partial` changes the fields that it contains. `replace`
 * replaces the status. `apply` changes the fields that it contains, and removes fields that the same manager applied
 * before and now omits.
 */
export type StatusMode = "partial" | "replace" | "apply";

/** Fields of a status, and the mutation that writes them. */
export interface OtherStatus {
  readonly via: string;
  readonly status: JsonObject;
}

/** The reasons why requirements do not apply. */
export type Excuses = Readonly<Partial<Record<RequirementId, string>>>;

export const wordedParts = ["name", "resourceVersion", "generation", "spec", "status"] as const;

/**
 * Paths of an object's fields in the target's responses. A spec or a status has several paths if its fields are
 * separate.
 */
export type TargetWords = Readonly<
  Partial<Record<(typeof wordedParts)[number], readonly string[]>>
>;

/** The target's names for the conditions of a kind. */
export interface ConditionWords {
  /** The dotted path of the list in an object. Defaults to `status` and the path in the status. */
  readonly path?: string;
  /** The target's names for fields of a condition. Omitted fields have their standard names. */
  readonly members?: Readonly<Record<string, string>>;
}

/** IDs of the delete operations with a precondition. */
interface GuardedDeletions {
  readonly version: readonly string[];
  readonly uid: readonly string[];
}

/** The operation id of a hook. A hook bypasses the API, and precedes the other operations of its verb. */
export const hookVia = "hook";

/** Stands for the key of any entry of a map, in the path of a list. */
export const anyEntry = "*";

/** A list whose items are identified by the values of their keys, as with `x-kubernetes-list-type: map`. */
export interface KeyedList {
  /** The path in the status, without indexes: `listeners.ports`, or `zones.*.ports` for the entries of a map. */
  readonly path: string;
  readonly keys: readonly string[];
}

export interface OwnerType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** One kind that the target serves. */
export interface KindDescription extends StatusPlaces {
  readonly name: string;
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created, the default namespace first. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  /** The target's names for fields of an object. Defaults to the contract's names. */
  readonly words?: TargetWords;
  /** The target's names for conditions and their fields. Defaults to the standard names. */
  readonly conditionWords?: ConditionWords;
  /**
   * The IDs of each verb's operations; `hook` bypasses the API. `updateStatus` is empty for kinds without a status
   * subresource.
   */
  readonly operations: Readonly<Record<Verb | "watch", readonly string[]>>;
  /**
   * The IDs of update operations that keep the spec fields of other clients, such as a server-side apply. Not in
   * `operations`, because the spec that they store depends on earlier writes. None by default.
   */
  readonly applyUpdates?: readonly string[];
  /**
   * The IDs of update operations through a scale subresource: their spec has one property, `replicas`. Not in
   * `operations`, because they cannot write the other properties of a spec. None by default.
   */
  readonly scaleUpdates?: readonly string[];
  /**
   * The IDs of delete operations that address the status instead of the object. Not in `operations`, because they must
   * not delete the object. None by default.
   */
  readonly statusDeletions?: readonly string[];
  /**
   * The IDs of read operations that return the object at the address of its status. Not in `operations`, because they
   * need other permissions. None by default.
   */
  readonly statusReads?: readonly string[];
  /** The mode of each status mutation, keyed by operation ID. */
  readonly statusModes: Readonly<Record<string, StatusMode>>;
  /** The status mutations whose mode was never observed, by operation ID. None by default. */
  readonly guessedModes?: readonly string[];
  /**
   * The status fields that each mutation writes, keyed by operation ID. A mutation without an entry writes all fields.
   */
  readonly statusMembers?: Readonly<Record<string, readonly string[]>>;
  /**
   * The status fields that every write with each mutation contains, keyed by operation ID: those that the schema
   * requires, and those that a replacement would otherwise set to a default. None by default.
   */
  readonly demandedMembers?: Readonly<Record<string, readonly string[]>>;
  /**
   * The status fields that a write with each mutation must contain while the object has no status, keyed by operation
   * ID. Later writes may omit them. None by default.
   */
  readonly requiredFirst?: Readonly<Record<string, readonly string[]>>;
  /**
   * The status mutations that must have written to an object before each mutation is accepted, in this order, keyed by
   * operation ID. None by default.
   */
  readonly statusAfter?: Readonly<Record<string, readonly string[]>>;
  /**
   * Status fields that the schema declares to be non-null in objects. A status write that sends null for them may be
   * rejected. None by default.
   */
  readonly nonNullFields?: readonly string[];
  /**
   * Values that a mutation sets in status fields for which it has no argument, keyed by operation ID. None by default.
   */
  readonly statusSets?: Readonly<Record<string, JsonObject>>;
  /**
   * Whether the status, or the part that the tested mutation writes, has no numeric field for counting. `counter` then
   * names a field with few possible values.
   */
  readonly isUncounted?: true;
  /**
   * The reason why no status of this kind can store a count on a correct target. Absent if a status can store a count.
   */
  readonly withoutCounter?: string;
  /**
   * The values that other status mutations write, if these mutations write other fields of the status. None by default.
   */
  readonly otherStatuses?: readonly OtherStatus[];
  /**
   * The first sample spec with values for the fields that no sample contains: for all of them, then for each alone. The
   * target may reject these values. Absent if the samples contain every known field.
   */
  readonly filledSpecs?: readonly JsonObject[];
  /** The same for the status. */
  readonly filledStatuses?: readonly JsonObject[];
  /** The writes that an object needs before the tested mutation is accepted, in this order. None by default. */
  readonly priorStatuses?: readonly OtherStatus[];
  readonly samples: KindSamples;
  /** Whether the kind depends on the run's prerequisites, because they define it or create its namespaces. */
  readonly isRuntime: boolean;
  /** Whether the server has the kind without the run. The run may still create its namespaces. False by default. */
  readonly isPreexisting?: true;
  /** The default status of new objects. None by default. */
  readonly statusDefault?: JsonObject;
  /**
   * Fields that every status has, because the schema requires them or gives them a default. Responses do not contain
   * them until they are written, and removing such a field may succeed at any time. None by default.
   */
  readonly standingMembers?: readonly string[];
  /** Status fields that preserve unknown fields: maps, and objects with arbitrary fields. None by default. */
  readonly openMembers?: readonly string[];
  /**
   * Paths of lists in the status that an apply replaces, because the schema declares no keys for them. Absent if the
   * schema is unknown; items with a type are then merged by type.
   */
  readonly wholeLists?: readonly string[];
  /** Paths of lists in the status that are sets: an apply adds its values. None by default. */
  readonly setLists?: readonly string[];
  /** Lists in the status whose items an apply merges by their keys. None by default. */
  readonly keyedLists?: readonly KeyedList[];
  /** The form of names that the target accepts for objects of the kind. Any DNS label by default. */
  readonly nameForm?: NameForm | NumberForm;
  /** Semantics of the kind, where they differ from the target's. */
  readonly semantics?: Partial<Semantics>;
  /** Semantics of status mutations, keyed by operation ID. */
  readonly statusSemantics?: Readonly<Record<string, Partial<Semantics>>>;
  /**
   * Whether each watch consists of several subscriptions, such as one for delete events. Their events then have no
   * common order.
   */
  readonly isWatchedInParts?: true;
  /** Features of the target that this kind does not support. */
  readonly lacks?: readonly Feature[];
  /** Features in `lacks` that the server rejected, rather than features that its schema lacks. None by default. */
  readonly unsupported?: readonly Feature[];
  /**
   * The reasons why requirements do not apply to this kind, because its schema declares nothing to which they apply.
   * None by default.
   */
  readonly excuses?: Excuses;
  /** The reasons why requirements do not apply to status mutations, keyed by operation ID. */
  readonly statusExcuses?: Readonly<Record<string, Excuses>>;
  /**
   * List operations that may return only part of a collection. Maps the ID of each to the unused argument or field that
   * indicates further pages. None by default.
   */
  readonly partialLists?: Readonly<Record<string, string>>;
  /** IDs of the list operations that can be limited to one namespace. None by default. */
  readonly namespacedLists?: readonly string[];
  /** IDs of the operations on one object that find it by its namespace and its name. None by default. */
  readonly namespacedOperations?: readonly string[];
  /** IDs of the list operations that can be limited by a label selector. None by default. */
  readonly selectedLists?: readonly string[];
  /** IDs of the delete operations that can specify the expected version or, in addition to a name, the expected uid. */
  readonly guardedDeletions?: GuardedDeletions;
  /**
   * The reason why the status of this kind cannot be written on a correct target. Absent if the status can be written.
   */
  readonly withoutStatus?: string;
  /** Whether the kind has a status, but no values with which it could be tested are known. False by default. */
  readonly lacksStatusSamples?: true;
  /**
   * The reason why the spec of this kind's objects cannot be changed on a correct target. Absent if the spec can be
   * changed.
   */
  readonly withoutUpdates?: string;
  /** Author metadata that status writes of this kind change by design. None by default. */
  readonly statusMetadata?: readonly string[];
  /** Status mutations in other API versions. Absent if only one version of the kind is known. */
  readonly otherVersions?: readonly string[];
  /** What a reference to an owner of this kind contains in addition to its name and uid. Absent without references. */
  readonly ownerType?: OwnerType;
  /** A version of the API that is not served, in the format of the kind's version. Absent without API versions. */
  readonly unservedApiVersion?: string;
  /** Whether authors cannot write annotations. */
  readonly isWithoutAnnotations?: true;
  /**
   * Whether objects have no uid. Their name then takes its place, so incarnations cannot be distinguished. By default,
   * they have a uid.
   */
  readonly isWithoutUid?: true;
  /**
   * Whether every write finds its object by the server-generated uid, so that no write can affect a successor with the
   * same name. By default, some writes find their object by name.
   */
  readonly isFoundByUid?: true;
  /**
   * IDs of the operations that find their object by the server-generated uid. They do not find a successor with the
   * same name. None by default.
   */
  readonly foundByUid?: readonly string[];
  /** IDs of the operations on existing objects whose requests contain no uid. None by default. */
  readonly withoutUid?: readonly string[];
  /** IDs of the list operations that return a collection in pages. None by default. */
  readonly pagedLists?: readonly string[];
  /**
   * Whether all pages of a list that have the same version show the state at that version. By default, a later page may
   * show a newer state.
   */
  readonly arePagesOneState?: true;
  /**
   * Number of objects that list operations request per page. Absent if list operations do not specify a number, or do
   * not request further pages.
   */
  readonly pageSize?: number;
  /** IDs of the operations whose requests contain no expected version. None by default. */
  readonly unconditional?: readonly string[];
  /**
   * IDs of the update operations that create a missing object, because their requests contain both a new object and its
   * changes. None by default.
   */
  readonly upserts?: readonly string[];
  /**
   * Whether a delete operation takes two requests. The state between them is not checked. By default, one request is
   * enough.
   */
  readonly isDeletedInSteps?: true;
  /** Names of existing objects to use instead of new ones. None by default. */
  readonly preloaded?: readonly string[];
  /** API group and plural of the kind on an API server. Absent on targets without a path for each kind. */
  readonly resource?: { readonly group: string; readonly plural: string };
  /** The shapes of the kind's values, used to generate further values. Absent if unknown. */
  readonly shapes?: KindShapes;
  /** The paths at which writes of the kind accept parts that they do not own. Defaults to the contract's paths. */
  readonly foreignPlaces?: readonly ForeignPlace[];
}

export interface Prerequisite {
  readonly key: ObjectKey;
  readonly spec: JsonObject;
}

export interface TrialDefinitions {
  /** A definition without a status subresource: a status is ordinary content. */
  readonly plain: JsonObject;
  /** A definition with a status subresource. One status field has a default, but not the whole status. */
  readonly withStatus: JsonObject;
  /** A definition with a status subresource, and a schema that rejects the last sample spec. */
  readonly tightened: JsonObject;
}

/** A kind that does not exist before a check defines it. Each trial kind is used by only one check. */
export interface TrialKind {
  /** The key of the definition. */
  readonly key: ObjectKey;
  readonly definitions: TrialDefinitions;
  /** The kind as it is served once its definition includes a status. */
  readonly kind: KindDescription;
  /** The status field with a default. Sample statuses omit this field. */
  readonly defaulted: string;
}

/** Features that the user declares or withdraws, overriding the dialect. */
export interface FeaturesByHand {
  readonly declared: readonly Feature[];
  readonly withdrawn: readonly Feature[];
}

export type RelatedKind = Required<Pick<KindDescription, "name" | "resource">>;

export interface TargetDescription {
  readonly endpoint: string;
  /** Further addresses that receive writes: the socket and fixture hooks, on any machine. */
  readonly otherAddresses?: readonly string[];
  readonly protocol: Protocol;
  readonly dialect: string;
  readonly kinds: readonly KindDescription[];
  /** Kinds that are watched and deleted, but not tested. None by default. */
  readonly relatedKinds?: readonly RelatedKind[];
  readonly features: readonly Feature[];
  /** Features that the target seems to have, but that are not declared and therefore not tested. */
  readonly undeclared?: readonly Feature[];
  /** Notes for readers of the results, one sentence each. None by default. */
  readonly remarks?: readonly string[];
  /** Features that the user declared or withdrew, overriding the dialect. None by default. */
  readonly byHand?: FeaturesByHand;
  /** Objects that the run creates as the author before its first case, and removes after its last case. */
  readonly prerequisites: readonly Prerequisite[];
  /** Kinds for checks that define, change and remove kinds. None by default. */
  readonly trialKinds?: readonly TrialKind[];
  /** Random letters in the names of the run's definitions. None by default. */
  readonly runSuffix?: string;
  /** Number of events that the target retains for watches that resume. Absent if unknown. */
  readonly retainedEvents?: number;
  /** A version older than all retained events. Absent if none is known before the run. */
  readonly expiredVersion?: ResourceVersion;
  /** The object name to which the identity `assignee` is limited. Absent if unknown. */
  readonly assignedName?: string;
  /** The rate limit of the identity `throttled`. Absent if unknown. */
  readonly rateLimit?: RateLimit;
  /** The rate to which the client limits its requests, per second. Unlimited if absent. */
  readonly requestsPerSecond?: number;
  /** Where callers send their credential. Defaults to a bearer token in `Authorization`. */
  readonly credentials?: CredentialPlaces;
  readonly semantics: Semantics;
  /** The semantics that were never observed. None by default. */
  readonly guessedSemantics?: readonly SemanticsName[];
  /** Set if the dialect declares no path for warnings in responses. Warnings then cannot be read. */
  readonly isWithoutWarnings?: true;
  /**
   * The names of the fields that contain object names, versions and statuses in requests by other clients. Defaults to
   * the contract's names.
   */
  readonly bodyWords?: BodyWords;
  /** The part of the target's schema that its operations use, as SDL. Absent without a schema. */
  readonly schema?: string;
  /** The roles with a credential (`anonymous` needs none). */
  readonly identities: readonly IdentityName[];
  /** The reasons why roles are unavailable, if known. */
  readonly unavailable?: Readonly<Partial<Record<IdentityName, string>>>;
  /**
   * The roles with all permissions, because the target cannot limit them. Checks do not expect that their requests are
   * rejected. None by default.
   */
  readonly unlimited?: readonly IdentityName[];
  /** The reasons why requests of certain roles are inconclusive, although they can be sent. None by default. */
  readonly untestedRoles?: Readonly<Partial<Record<IdentityName, string>>>;
  /** The reasons why the target does not have certain roles. */
  readonly withoutRoles?: Readonly<Partial<Record<IdentityName, string>>>;
}

/** Names of the fields that contain the object's name, version or status, at any depth of a body. */
export interface BodyWords {
  readonly name: readonly string[];
  readonly version: readonly string[];
  readonly status: readonly string[];
}

/** The number of requests that are accepted in a period. The next request is rejected. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** A sent request, with credentials redacted. */
export interface WireRequest {
  readonly url: string;
  /** The GraphQL document, or the HTTP method and path. */
  readonly operation: string;
  readonly variables?: JsonObject;
}

export interface WireReply {
  /** HTTP status; absent on other transports. */
  readonly status?: number;
  /** The parsed body if it is JSON, otherwise the body as a string. Strings are truncated at 65,536 characters. */
  readonly body: JsonValue;
}

/** A rejection by a rate limit, after which the request was retried. */
export interface RateRejection {
  readonly refusal: Refusal;
  readonly reply?: WireReply;
  /** Set if a later attempt was answered. Otherwise, the rejection may be permanent. */
  readonly isProven?: true;
}

/** A command with its request, response and decoded outcome. */
export interface Exchange {
  readonly outcome: Outcome;
  /** Absent if nothing was sent. */
  readonly request?: WireRequest;
  /** Absent if there was no response. */
  readonly reply?: WireReply;
  /**
   * The reason why the target's schema rejects the request, regardless of the caller. Absent if the request matches or
   * the schema is unknown.
   */
  readonly misfit?: string;
  /** Why a list may lack objects: it changed while its pages were read. Absent for all other lists. */
  readonly partial?: string;
  /**
   * Why it is unknown whether a list in a returned object differs from the sent list: it has the same items in another
   * order or without repetitions. Absent if no list does, or if it is known.
   */
  readonly doubtfulList?: string;
  /** Number of times that a rate limit rejected the request before this outcome. Defaults to 0. */
  readonly rateRefusals?: number;
  /** The last rejection by a rate limit before this outcome, with its response. Absent if there was none. */
  readonly rateRejection?: RateRejection;
}

/** Receives the events of a watch in order. Its functions must not throw. */
export interface WatchListener {
  event(event: WatchEvent): void;
  /** Called exactly once, after the last event. */
  ended(end: WatchEnd): void;
  /** Called with a note for readers of the results, if the watch starts otherwise than requested. */
  noted?(note: string): void;
}

/** An open watch. Disposing closes it; idempotent. */
export interface Watch extends AsyncDisposable {
  readonly request: WireRequest;
  /**
   * Stops reading from the watch's connection until the returned function is called. This pauses all streams on the
   * connection. Absent if other watches may share the connection.
   */
  readonly pause?: (() => () => void) | undefined;
}

export interface CollectionRemoval {
  readonly keys: readonly ObjectKey[];
  /** All objects of the run, including `keys` and the places that contain them. */
  readonly own: readonly ObjectKey[];
  /** Called after each response, because an answered request shows that the removal makes progress. */
  readonly answered?: () => void;
}

/** Objects that no longer exist. */
export interface RemovedTogether {
  readonly removed: readonly ObjectKey[];
  /** Objects that did not exist before. */
  readonly absent: readonly ObjectKey[];
}

/**
 * The port through which the suite accesses the tested endpoint. Methods never throw because of the endpoint's
 * behavior: every response, and the absence of a response, is a value.
 */
export interface Target extends AsyncDisposable {
  readonly description: TargetDescription;
  /**
   * Returns why the target's schema would reject a command, regardless of the caller. The method is absent without a
   * schema.
   */
  misfit?(command: Command): string | undefined;
  /** Returns why the target's schema would reject a watch. The method is absent without a schema. */
  watchMisfit?(command: WatchCommand): string | undefined;
  /** Sends one command. An abort or a timeout results in the outcome `unknown`. */
  execute(command: Command, signal: AbortSignal): Promise<Exchange>;
  /**
   * Requests a stream. Resolves when the request has been sent on an acknowledged connection, or when the stream has
   * already ended. The first event shows that the stream is live.
   */
  watch(command: WatchCommand, listener: WatchListener, signal: AbortSignal): Promise<Watch>;
  /** Whether commands wait because the endpoint requested a pause. The method is absent if none ever waits for others. */
  isPaused?(): boolean;
  /**
   * Kills and restarts the server. Resolves when the server is reported to be ready. Rejects if the user's command
   * fails; such a failure is not a defect of the server. The method is absent without a command, and the feature
   * `restart` is then unavailable.
   */
  restart?(signal: AbortSignal): Promise<void>;
  /**
   * Deletes objects as the author, with one request per collection. Deletes no object that is not in `own`. Objects
   * that are not in the result may remain. The method is absent if the protocol can only delete single objects.
   */
  removeCollections?(removal: CollectionRemoval, signal: AbortSignal): Promise<RemovedTogether>;
}

/**
 * The endpoint cannot be tested because it cannot be reached, its responses cannot be read, or it does not match its
 * declaration.
 */
export class TargetUnreachable extends Error {
  override readonly name = "TargetUnreachable";
  readonly fix: string;
  /** Whether a longer timeout may help, because there was no response within the limit. */
  readonly isTimeout: boolean;
  /** The response of an endpoint that rejected the request. Another credential may help. */
  readonly rejection?: string;

  constructor(
    message: string,
    options: {
      readonly fix: string;
      readonly cause?: unknown;
      readonly isTimeout?: boolean;
      readonly rejection?: string;
    },
  ) {
    super(message, { cause: options.cause });
    this.fix = options.fix;
    if (options.rejection !== undefined) this.rejection = options.rejection;
    this.isTimeout = options.isTimeout ?? false;
  }
}

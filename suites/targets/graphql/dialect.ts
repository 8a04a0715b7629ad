import type {
  Feature,
  IdentityName,
  JsonValue,
  RefusalReason,
  Semantics,
  WatchEvent,
} from "#contract";
import type { KindSamples } from "../target.ts";
import type { ArgumentTree } from "./argument-tree.ts";

/**
 * How one GraphQL schema spells the contract: everything that the driver must know about an endpoint
 * and cannot read from its schema. Plain data without functions, so that it can come from a file.
 *
 * A *path* names a member of a JSON value by dots: `metadata.name`. The empty path is the value itself.
 */
export interface Dialect {
  readonly name: string;
  readonly credentials: CredentialPlaces;
  /** What each role presents. A role that is left out cannot be tested. */
  readonly identities: Readonly<Partial<Record<IdentityName, Credential>>>;
  /** How refusals are told apart. In order: the first that fits decides, and where none fits the refusal is `unclassified`. */
  readonly outcomes: readonly OutcomeMatcher[];
  readonly errors: ErrorPaths;
  /** What the target offers. What is declared is tested. */
  readonly features: readonly Feature[];
  /** What the target claims to do where targets may differ. Claims are probed. */
  readonly semantics: Semantics;
  /** How deep replies are selected, in levels below the field of an operation; 10 by default. */
  readonly selectionDepth?: number;
  /** One entry per kind, because kinds of one endpoint may differ in everything below. */
  readonly kinds: readonly KindDialect[];
}

/** Where a credential travels. In a format, `$credential` stands for the credential itself. */
export interface CredentialPlaces {
  readonly http: { readonly header: string; readonly format: string };
  /** Absent where the endpoint has no socket. */
  readonly socket?: {
    /** A member of the `connection_init` payload, or a header of the upgrade request. */
    readonly place: "connectionInit" | "upgradeHeader";
    readonly name: string;
    readonly format: string;
  };
}

/** What a role presents: a fixed credential, or nothing at all. */
export type Credential =
  | { readonly kind: "static"; readonly credential: string }
  | { readonly kind: "none" };

/** One way to recognise a refusal. Every condition that is given must hold. */
export interface OutcomeMatcher {
  readonly reason: RefusalReason;
  /** The machine code of the error, found where {@link ErrorPaths} says. */
  readonly code?: string;
  /** Source of a regular expression that the message contains. */
  readonly message?: string;
  /** Status of the HTTP reply, also of a refused upgrade to a socket. */
  readonly http?: number;
  /** The code with which the server closed the socket. */
  readonly closeCode?: number;
  /** A member of the error's extensions that has this value. */
  readonly extension?: { readonly path: string; readonly value: JsonValue };
  /** A member of a result without errors: with this value, or with any but null where none is given. */
  readonly payload?: {
    readonly path: string;
    readonly value?: JsonValue;
    /** Path of the version that is current, from the same place. */
    readonly currentResourceVersion?: string;
  };
  /** The object of a result without errors is null. */
  readonly nullResult?: true;
  /** Verbs to which the matcher is limited; none by default. */
  readonly verbs?: readonly OperationVerb[];
}

/** Where an error carries what checks look at. Paths start at the error object. */
export interface ErrorPaths {
  readonly code: string;
  readonly currentResourceVersion?: string;
  readonly retryAfterSeconds?: string;
  /** The list of causes; the other paths start at one cause. */
  readonly causes?: {
    readonly list: string;
    readonly reason?: string;
    readonly field?: string;
    readonly message: string;
  };
}

/** Everything that is asked of an endpoint, commands and watches. */
export type OperationVerb = keyof KindOperations;

/** How one kind is served. */
export interface KindDialect {
  readonly name: string;
  /** What `$kind` stands for, where the target spells the kind differently. */
  readonly literal?: string;
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  readonly paths: ObjectPaths;
  readonly operations: KindOperations;
  readonly samples: KindSamples;
}

/** Where an object carries its parts. */
export interface ObjectPaths {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Absent where objects do not say their kind. */
  readonly kind?: string;
  readonly namespace?: string;
  readonly generation?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: string;
  readonly annotations?: string;
  readonly finalizers?: string;
  readonly spec?: string;
  /** For kinds without a status: where one would stand. */
  readonly status?: string;
}

/** The operations of a kind by verb. Every one of them is tested; the first is the usual one. */
export interface KindOperations {
  readonly create: readonly ObjectOperation[];
  readonly read: readonly ObjectOperation[];
  readonly list: readonly ListOperation[];
  readonly update: readonly ObjectOperation[];
  readonly updateStatus: readonly ObjectOperation[];
  readonly delete: readonly ObjectOperation[];
  readonly watch: readonly WatchOperation[];
}

/** One field of the schema and how it is called. */
export interface Operation {
  /** Unique among the operations of its kind and verb. */
  readonly id: string;
  /** Path of the field from the root type: `createService`, or `example.v1.createService` where roots are nested. */
  readonly field: string;
  /** Arguments of the field. Each becomes one variable, whose type is read from the schema. */
  readonly arguments: Readonly<Record<string, ArgumentTree>>;
}

/** An operation whose reply is one object. */
export interface ObjectOperation extends Operation {
  /** Path of the object in the value of the field. `null` where the reply says nothing beyond success. */
  readonly result: string | null;
  /** Path of the input object, in the arguments, that holds the regular members. Absent: no foreign member can stand beside them. */
  readonly beside?: string;
  /** Path of the written body in the arguments. Absent: no foreign member can stand inside it. */
  readonly inside?: string;
}

/** An operation whose reply is a collection. */
export interface ListOperation extends Operation {
  /** Path of the objects in the value of the field. Lists on the way are walked through: `edges.node`. */
  readonly items: string;
  /** Path of the version of the list. Absent where lists have none. */
  readonly resourceVersion?: string;
}

/** A subscription. Paths start at the value of its field. */
export interface WatchOperation extends Operation {
  readonly type: {
    readonly path: string;
    /** The target's names of the event types. An event of another type cannot be read. */
    readonly names: Readonly<Record<string, WatchEvent["type"]>>;
  };
  /** Path of the version of the event, which is the cursor to resume from. */
  readonly resourceVersion: string;
  readonly object: string;
}

/** Any operation of a kind. */
export type AnyOperation = ObjectOperation | ListOperation | WatchOperation;

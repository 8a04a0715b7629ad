import { describeOutcome, describeRefusal } from "#contract";
import type {
  Command,
  JsonValue,
  Outcome,
  Refusal,
  Resource,
  ResourceVersion,
  WatchCommand,
} from "#contract";
import { hardestStyle, hookVia, isAccepted, objectOf, otherStyles, statusWrite } from "#harness";
import type { CheckContext, KindDescription, Session, Target } from "#harness";
import type { PlannedCase } from "../plan/cases-of.ts";
import type { Plan } from "../plan/plan-run.ts";
import { matches } from "../plan/select.ts";
import { Misfit, placeOf, quoted, variablesOf } from "./misfit.ts";
import { findUnread } from "./unread-objects.ts";

export interface SmokeOptions {
  readonly plan: Plan;
  readonly session: Session;
  readonly target: Target;
  readonly signal: AbortSignal;
}

/**
 * Creates, reads, writes and watches one object of each kind, in permitted roles. Resolves with a Misfit for the first
 * operation whose valid requests are all rejected as malformed or for an unclassified reason, and for reads that find
 * none of the objects that a list shows. Checks find other errors in the dialect.
 */
export async function findMisfit(options: SmokeOptions): Promise<Misfit | undefined> {
  const kinds = new Set(options.plan.cases.map(({ kind }) => kind));
  const tried = [...kinds].filter(({ isRuntime, operations: { create } }) => {
    return !isRuntime && create.length > 0 && !create.includes(hookVia);
  });
  const found = await Promise.all(tried.map((kind) => tryKind(kind, options)));
  const misfit = found.find((one) => one !== undefined);
  return misfit === undefined || kinds.size === 1 ? misfit : withOtherKinds(misfit, options.plan);
}

/** Adds how to run without the kind. */
function withOtherKinds({ message, place, fix }: Misfit, plan: Plan): Misfit {
  const [, name = ""] = place;
  const patterns = patternsOnly(name, plan).map((pattern) => `'${pattern}'`);
  const skipped = `--skip ${patterns.join(" ")}`;
  return new Misfit(message, {
    place,
    fix: `${fix} To check only the other kinds, add ${skipped}.`,
  });
}

/** Returns patterns for the cases of one kind. They match no case of a kind such as `services.example.com`. */
function patternsOnly(name: string, { cases }: Plan): readonly string[] {
  const isOwn = ({ kind }: PlannedCase): boolean => kind.name === name;
  const all = `*#${name}.*`;
  const isAmbiguous = cases.some((planned) => !isOwn(planned) && matches(all, planned.name));
  const vias = cases.flatMap((planned) =>
    isOwn(planned) && planned.via !== "" ? [planned.via] : [],
  );
  return [`*#${name}`, ...(isAmbiguous ? new Set(vias.map((via) => `*#${name}.${via}`)) : [all])];
}

async function tryKind(
  kind: KindDescription,
  { session, target, signal }: SmokeOptions,
): Promise<Misfit | undefined> {
  await using opened = session.open({ name: `smoke#${kind.name}`, kind, via: "", signal });
  const { context } = opened;
  const [namespace] = kind.namespaces;
  const at = namespace === undefined ? {} : { namespace };
  const isWatched = kind.operations.watch.length > 0;
  const watch = { verb: "watch", identity: "controller", kind: kind.name, ...at } as const;
  await using stream = isWatched ? await context.watch(watch) : undefined;
  const trial = { context, target };
  const creation = await createFirst(trial, session);
  if (creation.misfit !== undefined || creation.isAccepted !== true) return creation.misfit;
  const { key, object } = creation;
  const unread = await readFirst(trial, creation);
  if (unread !== undefined || object === undefined) return unread;
  let version = object.metadata.resourceVersion;
  for (const commands of writesTo(context, key)) {
    const write = await tryEach(trial, commands, () => version);
    if (write.misfit !== undefined) return write.misfit;
    version = write.object?.metadata.resourceVersion ?? version;
  }
  const resumption = resumptionMisfit(kind, target, { ...watch, resourceVersion: version });
  if (resumption !== undefined) return resumption;
  const end = stream?.observe().end;
  return end?.end === "refused" ? watchMisfit(kind, end.refusal) : undefined;
}

function watchMisfit(kind: KindDescription, refusal: Refusal): Misfit | undefined {
  if (!isAboutForm(refusal.reason)) return undefined;
  const via = kind.operations.watch[0] ?? "";
  return new Misfit(`${kind.name} cannot be watched: ${via} was ${describeRefusal(refusal)}`, {
    place: placeOf(kind, "watch", via),
    fix: `Map this error under outcomes, or fix the arguments of ${via}.`,
  });
}

async function readFirst(trial: Trial, creation: TriedOut): Promise<Misfit | undefined> {
  const { key } = creation;
  const read = await tryEach(trial, [{ verb: "read", identity: "author", key }]);
  if (read.misfit !== undefined || read.object !== undefined) return read.misfit;
  return findUnread({ ...trial, ...creation });
}

/**
 * Reports a dialect in which the resume argument of a watch cannot take the version of an object, because their types
 * differ.
 */
function resumptionMisfit(
  kind: KindDescription,
  target: Target,
  command: WatchCommand,
): Misfit | undefined {
  const { features, semantics } = target.description;
  const { cursor } = { ...semantics, ...kind.semantics };
  if (!features.includes("watch.resume") || cursor === "ofEvent") return undefined;
  for (const via of kind.operations.watch) {
    const problem = target.watchMisfit?.({ ...command, via });
    if (problem === undefined) continue;
    return new Misfit(`${via} cannot resume from a version of ${kind.name}: ${problem}`, {
      place: placeOf(kind, "watch", via),
      fix: `Set cursor of ${via} to the path of a token in its events, or remove $cursor from its arguments.`,
    });
  }
  return undefined;
}

type Write = Extract<Command, { readonly verb: "create" | "update" | "updateStatus" }>;
type Tried = Write | Extract<Command, { readonly verb: "read" }>;
type Key = Tried["key"];

/**
 * Creates an object with the hardest name. If every sample is then rejected, tries other forms of names: an endpoint may
 * limit their length or characters. The run then uses only names of the accepted forms.
 */
async function createFirst(trial: Trial, session: Session): Promise<TriedOut> {
  const { kind } = trial.context;
  const inStyle = (style: typeof hardestStyle): Promise<TriedOut> => {
    const newKey = (): Key => session.keyOfStyle(kind, style);
    return tryEach({ ...trial, newKey }, specsOf(kind, newKey));
  };
  const first = await inStyle(hardestStyle);
  const isNumbered = kind.nameForm !== undefined && "from" in kind.nameForm;
  if (first.misfit === undefined || isNumbered) return first;
  for (const styles of otherStyles) {
    const tried = await Promise.all(
      styles.map(async (style) => ({ style, creation: await inStyle(style) })),
    );
    const accepted = tried.filter(({ creation }) => creation.object !== undefined);
    const [one] = accepted;
    if (one === undefined) continue;
    session.limitNames(
      kind,
      accepted.map(({ style }) => style),
    );
    return one.creation;
  }
  return first;
}

function specsOf({ samples }: KindDescription, newKey: () => Key): readonly Tried[] {
  return samples.specs.map((spec) => ({
    verb: "create",
    identity: "author",
    key: newKey(),
    spec,
  }));
}

function writesTo(context: CheckContext, key: Key): readonly (readonly Tried[])[] {
  const { operations, samples } = context.kind;
  const updates = operations.update.filter((via) => via !== hookVia);
  const { priorStatuses = [] } = context.kind;
  return [
    ...priorStatuses.map(({ via, status }) => [statusWrite(context, key, { via, status })]),
    ...updates.map((via) =>
      samples.specs.toReversed().map((spec): Tried => {
        return { verb: "update", identity: "author", via, key, spec };
      }),
    ),
    ...operations.updateStatus.map((via) =>
      samples.statuses.map((status) => statusWrite(context, key, { via, status })),
    ),
  ];
}

interface Trial {
  readonly context: CheckContext;
  readonly target: Target;
  /** Returns the key of another new object, like those of the commands. */
  readonly newKey?: () => Key;
}

interface TriedOut {
  readonly object?: Resource;
  readonly key: Key;
  /** Set if the target reported success, with or without an object. */
  readonly isAccepted?: boolean;
  readonly misfit?: Misfit;
}

async function tryEach(
  { context, target, newKey = () => context.unusedKey() }: Trial,
  commands: readonly Tried[],
  version?: () => ResourceVersion,
): Promise<TriedOut> {
  let last: Tried | undefined;
  for (const one of commands) {
    const command = version === undefined ? one : { ...one, resourceVersion: version() };
    const step = await context.call(command);
    const object = objectOf(step);
    const { outcome } = step;
    if (object !== undefined) return { key: command.key, object, isAccepted: true };
    const isStored = outcome.result === "unintelligible" && (await exists(context, command));
    if (!isMisread(outcome, command) || isStored) {
      return { key: command.key, isAccepted: isAccepted(step) };
    }
    last = command;
  }
  if (last === undefined) throw new Error("a kind has no samples to try");
  // Resends the command, so that the message shows exactly this request and its response.
  const again = last.verb === "create" ? { ...last, key: newKey() } : last;
  const { outcome, request, reply } = await target.execute(again, context.signal);
  if (!isMisread(outcome, last)) return { key: last.key };
  return { key: last.key, misfit: misfitOf(context.kind, last, { outcome, request, reply }) };
}

/**
 * Whether a response shows that the target did not understand a request. Either the target rejects the form of the
 * request, or a create request returns neither an object nor a refusal that the dialect describes.
 */
function isMisread(outcome: Outcome, { verb }: Tried): boolean {
  if (outcome.result === "refused") return isAboutForm(outcome.refusal.reason);
  return verb === "create" && outcome.result === "unintelligible";
}

/** Whether a create request created an object although its response does not contain the object. */
async function exists(context: CheckContext, { verb, key }: Tried): Promise<boolean> {
  if (verb !== "create") return false;
  const read = await context.call({ verb: "read", identity: "author", key });
  return objectOf(read) !== undefined;
}

function isAboutForm(reason: string): boolean {
  return reason === "invalid" || reason === "unclassified";
}

interface Refused {
  readonly outcome: Outcome;
  readonly request: { readonly operation: string; readonly variables?: object } | undefined;
  readonly reply: { readonly body: JsonValue } | undefined;
}

function misfitOf(
  kind: KindDescription,
  command: Tried,
  { outcome, request, reply }: Refused,
): Misfit {
  const { verb, identity } = command;
  const via = command.via ?? kind.operations[verb][0] ?? "";
  const sent = variablesOf(request);
  const isUnread = outcome.result === "unintelligible";
  const said = isUnread ? `: ${JSON.stringify(reply?.body ?? null).slice(0, quoted)}` : "";
  const isUnknown =
    isUnread || (outcome.result === "refused" && outcome.refusal.reason === "unclassified");
  const body = verb === "updateStatus" ? "samples.statuses" : "samples.specs";
  const samples = verb === "read" ? "" : ` with each of ${body}`;
  const orSamples = verb === "read" ? "" : `, or ${body}`;
  return new Misfit(
    `${kind.name} does not match its dialect: ${via}, sent as ${identity}${samples}, ${isUnread ? "returned" : "was"} ${describeOutcome(outcome)}${said}; the variables of the last request were ${sent}`,
    {
      place: placeOf(kind, verb, via),
      fix: isUnknown
        ? `Map this error under outcomes, or fix the arguments of ${via}${orSamples}.`
        : `Fix the arguments of ${via}${orSamples}.`,
    },
  );
}

import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RefusalCause } from "#contract";
import { pathOfField, withHint } from "../values/value-hints.ts";
import type { Hints } from "../values/value-hints.ts";
import { isMade, makeValue, optionalProperties } from "../values/make-value.ts";
import type { Making, OptionalProperty } from "../values/make-value.ts";
import { nodeOf } from "../values/schema-node.ts";
import type { ServedSchema } from "../values/served-schema.ts";
import type { TrialServer, TrialReply } from "./trial-server.ts";
import { nameFormsFor } from "./name-forms.ts";
import { isAboutMetadata, repaired } from "./repair.ts";

export interface SpecFitting {
  readonly schema: JsonValue | undefined;
  /** The location of the spec: `spec`, or the object itself. */
  readonly side: string;
  readonly served: ServedSchema;
  readonly trialServer: TrialServer;
  readonly specIn: (object: JsonObject) => JsonObject;
}

/** Three specs that the server accepts in sequence, or the reason why there are none. */
export type SpecsFitted =
  | {
      readonly isFitted: true;
      readonly specs: readonly JsonObject[];
      /** The reason why no object can change from one spec to another. Absent if the spec is mutable. */
      readonly withoutUpdates?: string;
      /** Whether all three specs are the same, because no other spec is known. */
      readonly isConstant?: true;
    }
  | { readonly isFitted: false; readonly problem: string };

/** The problem of a kind whose objects need metadata that the suite does not generate. */
export const metadataRejected = "the API server rejects the metadata of each object of the suite";

const variants = [0, 1, 2] as const;

const maxRepairs = 30;

/** Maximum number of optional properties that are tried separately. */
const maxSingles = 24;

/** Maximum number of optional properties that are set together. */
const maxJointProperties = 12;

/**
 * Finds three specs that the server accepts. They have the required properties, and enough optional properties to
 * differ.
 */
export async function fitSpecs(fitting: SpecFitting): Promise<SpecsFitted> {
  const first = await accepted(new Map(), fitting);
  if (typeof first === "string") return unfitted(first);
  const outer = optionalIn(first, fitting)
    .map(({ path }) => path)
    .filter((path) => isPlain(path, fitting));
  const tried = new Set(outer);
  const all = await together(first, outer.slice(0, maxJointProperties), fitting);
  const hints = await withVariants(await grown(all, { fitting, tried }), fitting);
  if (varying(hints, fitting) === 0) return constantSpec(first, fitting);
  return changeable(hints, { fitting, tried });
}

/** Returns the only known spec, for a kind whose objects only report a status. */
async function constantSpec(hints: Hints, fitting: SpecFitting): Promise<SpecsFitted> {
  const problem = tooFew(fitting.side);
  const spec = specOf(hints, 0, fitting);
  if (typeof spec === "string") return unfitted(problem);
  const made = await fitting.trialServer.create(spec);
  if (!made.isAccepted) return unfitted(made.message);
  const stored = fitting.specIn(made.object);
  return {
    isFitted: true,
    specs: variants.map(() => stored),
    withoutUpdates: problem,
    isConstant: true,
  };
}

interface Growth {
  readonly fitting: SpecFitting;
  readonly tried: Set<string>;
}

function tooFew(side: string): string {
  return `fewer than three valid values of ${side} are known`;
}

function unfitted(problem: string): SpecsFitted {
  return { isFitted: false, problem };
}

async function accepted(start: Hints, fitting: SpecFitting): Promise<Hints | string> {
  let hints = start;
  let problem = "";
  for (let attempt = 0; attempt < maxRepairs; attempt += 1) {
    const spec = specOf(hints, 0, fitting);
    if (typeof spec === "string") return `${spec} is required, but no valid value is known`;
    const reply = await tryNamed(spec, fitting);
    if (reply.isAccepted) return hints;
    problem = `${problemOf(reply.causes, fitting.served)}: ${reply.message}`;
    const next = repaired(hints, { ...fitting, causes: reply.causes, value: spec });
    if (next === undefined) return problem;
    hints = next;
  }
  return problem;
}

const mostNameForms = 10;

/**
 * Tries to create an object. If the server rejects its name, tries other forms of names. The form that the server
 * accepts applies to all objects of the kind.
 */
async function tryNamed(
  spec: JsonObject,
  { trialServer, served }: SpecFitting,
): Promise<TrialReply> {
  const reply = await trialServer.tryCreation(spec);
  if (reply.isAccepted || !isOnlyMetadata(reply.causes, served)) return reply;
  if (trialServer.nameForm() !== undefined) return reply;
  const tried = new Set<string>();
  // A server may state its requirements one after the other.
  const causes = [...reply.causes];
  for (let attempt = 0; attempt < mostNameForms; attempt += 1) {
    const form = nameFormsFor(causes, served).find((one) => !tried.has(JSON.stringify(one)));
    if (form === undefined) break;
    tried.add(JSON.stringify(form));
    trialServer.useNames(form);
    const next = await trialServer.tryCreation(spec);
    if (next.isAccepted || !isOnlyMetadata(next.causes, served)) return next;
    causes.push(...next.causes);
  }
  trialServer.useNames(undefined);
  return reply;
}

/** No values help if the server rejects the names, labels or annotations of the suite's objects. */
function problemOf(causes: readonly RefusalCause[], served: ServedSchema): string {
  return isOnlyMetadata(causes, served)
    ? metadataRejected
    : "the API server rejects values that its schema allows";
}

function isOnlyMetadata(causes: readonly RefusalCause[], served: ServedSchema): boolean {
  return causes.length > 0 && causes.every((cause) => isAboutMetadata(cause, served));
}

/** Adds optional properties to the hints until one of them varies. */
async function grown(hints: Hints, { fitting, tried }: Growth): Promise<Hints> {
  let all = hints;
  for (let single = 0; single < maxSingles && varying(all, fitting) === 0; single += 1) {
    // Properties inside a set property may be optional too. Properties that can vary are tried first.
    const rest = optionalIn(all, fitting).filter(({ path }) => !tried.has(path));
    const { path } = rest.find(({ isVariable }) => isVariable) ?? rest[0] ?? {};
    if (path === undefined) break;
    tried.add(path);
    all = await together(all, [path], fitting);
  }
  return all;
}

function optionalIn(hints: Hints, fitting: SpecFitting): readonly OptionalProperty[] {
  return optionalProperties(fitting.schema, fitting.side, makingOf(hints, 0, fitting));
}

/**
 * Finds the properties that are accepted: all of them if possible, otherwise each one that is accepted together with
 * the preceding ones.
 */
async function together(
  hints: Hints,
  paths: readonly string[],
  fitting: SpecFitting,
): Promise<Hints> {
  const all = paths.reduce((known, path) => withHint(known, path, { isWanted: true }), hints);
  if (paths.length === 0 || (await isAccepted(all, fitting))) return all;
  if (paths.length === 1) return hints;
  let some = hints;
  for (const path of paths) some = await together(some, [path], fitting);
  return some;
}

async function isAccepted(hints: Hints, fitting: SpecFitting): Promise<boolean> {
  const spec = specOf(hints, 0, fitting);
  return typeof spec !== "string" && (await fitting.trialServer.tryCreation(spec)).isAccepted;
}

/** Finds hints with which all variants are accepted. A value that is rejected in another variant becomes constant. */
async function withVariants(start: Hints, fitting: SpecFitting): Promise<Hints> {
  let hints = start;
  for (let attempt = 0; attempt < maxRepairs; attempt += 1) {
    const replies = await Promise.all(
      [1, 2].map(async (variant) => {
        const spec = specOf(hints, variant, fitting);
        return typeof spec === "string" ? undefined : fitting.trialServer.tryCreation(spec);
      }),
    );
    const refused = replies.find((reply) => reply !== undefined && !reply.isAccepted);
    if (refused === undefined) return hints;
    hints = await withConstants(hints, refused, {
      fitting,
      isFine: (known) => areAllAccepted(known, fitting),
    });
  }
  return hints;
}

async function areAllAccepted(hints: Hints, fitting: SpecFitting): Promise<boolean> {
  for (const variant of variants) {
    const spec = specOf(hints, variant, fitting);
    if (typeof spec === "string") return false;
    if (!(await fitting.trialServer.tryCreation(spec)).isAccepted) return false;
  }
  return true;
}

/** Creates the object, and changes it from one spec to the next. Immutable values become constant. */
async function changeable(start: Hints, growth: Growth): Promise<SpecsFitted> {
  const { fitting } = growth;
  let hints = start;
  const { trialServer } = fitting;
  const first = specOf(hints, 0, fitting);
  const made = typeof first === "string" ? undefined : await trialServer.create(first);
  if (made?.isAccepted !== true) return unfitted(made?.message ?? "no object can be created");
  for (let attempt = 0; attempt < maxRepairs; attempt += 1) {
    const { specs, refused } = await inTurn(hints, fitting);
    if (refused === undefined) {
      const kept = different(specs, fitting);
      const next = kept.isFitted ? undefined : await withoutDropped(hints, specs, growth);
      if (next === undefined) return kept;
      hints = next;
      await trialServer.renew();
      continue;
    }
    const complete = await withReadKeys(hints, refused, fitting);
    if (complete !== undefined) {
      ({ hints } = complete);
      await trialServer.renew(complete.spec);
      continue;
    }
    hints = await withConstants(hints, refused, {
      fitting,
      isFine: async (known) => {
        await trialServer.renew();
        return (await inTurn(known, fitting)).refused === undefined;
      },
    });
    // Uses a new object, because a rule may permit a change, but not its reversal.
    await trialServer.renew();
    // Optional properties may be mutable even if the remaining properties are not.
    if (hints.get(fitting.side)?.isConstant !== true) {
      hints = await withVariants(await grown(hints, growth), fitting);
    }
    if (varying(hints, fitting) === 0) {
      const why = refused.isAccepted ? "" : `: ${refused.message}`;
      const problem = `its ${fitting.side} cannot be changed after creation${why}`;
      return unchangeable(start, { fitting, problem });
    }
  }
  return unfitted(tooFew(fitting.side));
}

/**
 * Sets the optional properties that a rule on updates reads: without them, the rule rejects every update ("no such
 * key"). Undefined if the error names no such property, or if the server does not accept all of them.
 */
async function withReadKeys(
  hints: Hints,
  refused: TrialReply,
  fitting: SpecFitting,
): Promise<{ readonly hints: Hints; readonly spec: JsonObject } | undefined> {
  const messages = refused.isAccepted ? [] : refused.causes.map(({ message }) => message);
  const keys = new Set(
    messages.flatMap((message) => /no such key: (\w+)/u.exec(message)?.[1] ?? []),
  );
  const read = optionalIn(hints, fitting).filter(({ path }) =>
    keys.has(path.split(".").at(-1) ?? ""),
  );
  if (read.length === 0) return undefined;
  const next = read.reduce((known, { path }) => withHint(known, path, { isWanted: true }), hints);
  const spec = specOf(next, 0, fitting);
  if (typeof spec === "string" || !(await areAllAccepted(next, fitting))) return undefined;
  return { hints: next, spec };
}

/**
 * Omits the properties that the server accepts but does not store, for example because a conversion between versions
 * drops them. Sets other optional properties instead. Undefined if no other property can vary.
 */
async function withoutDropped(
  hints: Hints,
  stored: readonly JsonObject[],
  growth: Growth,
): Promise<Hints | undefined> {
  const { fitting } = growth;
  const dropped = differing(hints, fitting)
    .filter((name) => new Set(stored.map((spec) => JSON.stringify(spec[name]))).size === 1)
    .map((name) => `${fitting.side}.${name}`);
  if (dropped.length === 0) return undefined;
  const omitted = { isLeftOut: true, isWanted: false, isConstant: true };
  const rest = dropped.reduce((known, path) => withHint(known, path, omitted), hints);
  const next = await withVariants(await grown(rest, growth), fitting);
  return varying(next, fitting) === 0 ? undefined : next;
}

async function unchangeable(
  hints: Hints,
  { fitting, problem }: { readonly fitting: SpecFitting; readonly problem: string },
): Promise<SpecsFitted> {
  const specs: JsonObject[] = [];
  for (const variant of variants) {
    const spec = specOf(hints, variant, fitting);
    if (typeof spec === "string") return unfitted(problem);
    const reply = await fitting.trialServer.tryCreation(spec);
    if (!reply.isAccepted) return unfitted(problem);
    specs.push(fitting.specIn(reply.object));
  }
  const fitted = different(specs, fitting);
  return fitted.isFitted ? { ...fitted, withoutUpdates: problem } : unfitted(problem);
}

function different(specs: readonly JsonObject[], { side }: SpecFitting): SpecsFitted {
  const texts = new Set(specs.map((spec) => JSON.stringify(spec)));
  return texts.size === variants.length ? { isFitted: true, specs } : unfitted(tooFew(side));
}

async function inTurn(
  hints: Hints,
  fitting: SpecFitting,
): Promise<{ readonly specs: readonly JsonObject[]; readonly refused?: TrialReply }> {
  const specs: JsonObject[] = [];
  let refused: TrialReply | undefined;
  for (const variant of [1, 2, 0]) {
    const spec = specOf(hints, variant, fitting);
    const reply = typeof spec === "string" ? undefined : await fitting.trialServer.replace(spec);
    if (reply?.isAccepted === true) specs[variant] = fitting.specIn(reply.object);
    else refused ??= reply;
  }
  return { specs, ...(refused === undefined ? {} : { refused }) };
}

interface Variation {
  readonly fitting: SpecFitting;
  readonly isFine: (hints: Hints) => Promise<boolean>;
}

/**
 * Makes each property that the server rejects in one variant constant. If a rule covers the whole spec and names no
 * property, searches for the property that must not differ, or for the only property that may differ.
 */
async function withConstants(
  hints: Hints,
  reply: TrialReply,
  { fitting, isFine }: Variation,
): Promise<Hints> {
  const { side } = fitting;
  const causes = reply.isAccepted ? [] : reply.causes;
  const named = causes.flatMap(({ field = "" }) => {
    const path = pathOfField(field);
    const isKnown = hints.get(path)?.isConstant === true;
    return path.startsWith(`${side}.`) && !isKnown ? [path] : [];
  });
  if (named.length > 0) return constant(hints, named);
  const paths = differing(hints, fitting).map((name) => `${side}.${name}`);
  const single = paths.map((path) => [path]);
  const allButOne = paths.map((path) => paths.filter((other) => other !== path));
  for (const some of [...single, ...allButOne]) {
    const next = constant(hints, some);
    if (varying(next, fitting) > 0 && (await isFine(next))) return next;
  }
  return constant(hints, [side]);
}

function constant(hints: Hints, paths: readonly string[]): Hints {
  return paths.reduce((known, path) => withHint(known, path, { isConstant: true }), hints);
}

function isPlain(path: string, { schema, side, served }: SpecFitting): boolean {
  const name = path.slice(side.length + 1);
  const { properties } = nodeOf(schema, served);
  if (!(name in properties)) return false;
  const { words } = nodeOf(properties[name], served);
  return words["type"] !== "object" && words["type"] !== "array";
}

function makingOf(hints: Hints, variant: number, { served }: SpecFitting): Making {
  return { served, hints, variant, isFull: false };
}

function differences(hints: Hints, fitting: SpecFitting): ReadonlyMap<string, number> {
  const [first, second, third] = variants.map((variant) => specOf(hints, variant, fitting));
  if (typeof first === "string" || typeof second === "string" || typeof third === "string")
    return new Map();
  const names = Object.keys({ ...first, ...second, ...third });
  return new Map(
    names.map((name) => {
      const values = [first, second, third].map((one) => JSON.stringify(one?.[name]));
      return [name, new Set(values).size] as const;
    }),
  );
}

function varying(hints: Hints, fitting: SpecFitting): number {
  return [...differences(hints, fitting).values()].filter((count) => count === variants.length)
    .length;
}

function differing(hints: Hints, fitting: SpecFitting): readonly string[] {
  return [...differences(hints, fitting)].flatMap(([name, count]) => (count > 1 ? [name] : []));
}

function specOf(hints: Hints, variant: number, fitting: SpecFitting): JsonObject | string {
  const made = makeValue(fitting.schema, fitting.side, makingOf(hints, variant, fitting));
  if (!isMade(made)) return made.unmade;
  return isJsonObject(made.value) ? made.value : fitting.side;
}

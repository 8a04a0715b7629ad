import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { GraphQLSchema } from "graphql";
import { scaleLimits, suiteCommand } from "#contract";
import type { Limits } from "#contract";
import { reasonOf } from "#targets";
import {
  possibleKinds,
  annotateDialect,
  driftOf,
  furtherWays,
  gapComments,
  guessesWithin,
  inferDialect,
  missingEntries,
  openQuestions,
  openStatements,
  probeDialect,
  settleDialect,
  startingDialect,
  unknownFields,
  kindsOfSpareSamples,
  unknownKinds,
  unrecognizedKinds,
  withoutUncreatable,
} from "#wings/init";
import {
  describedFeatures,
  InferredLimits,
  KnownObjects,
  prepareDialect,
  readEndpointSchema,
} from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import type { Gap, Guess, Inference, Settled } from "#wings/init";
import type { Target } from "#targets";
import { quoteForShell } from "#reports";
import { newRunId } from "../options/random-ids.ts";
import { connect, targetOptionsOf } from "../reach/connect-endpoint.ts";
import type { ConnectOptions } from "../reach/connect-endpoint.ts";
import { confirmWriting } from "../reach/confirm-writing.ts";
import { readTrustedDialect } from "../reach/trusted-dialect.ts";
import { sealIn } from "../output/seal.ts";
import { InitLedger } from "../output/init-ledger.ts";
import { HarnessError, UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { insecureWarning } from "../options/tls-files.ts";
import type { InitArguments } from "../options/init-options.ts";
import type { Interruption } from "../process/interruption.ts";
import { stoppable } from "../process/stoppable.ts";
import type { World } from "../process/world.ts";
import { withIdentitiesOf } from "./init-identities.ts";
import { answeredOptions, Interview } from "./init-questions.ts";
import { findSchema, orCopy } from "./init-schema.ts";
import type { FoundSchema } from "./init-schema.ts";
import { readInitSettings } from "./init-settings.ts";
import type { InitSettings } from "./init-settings.ts";
import { ledgerPathFor, removeTrialObjects } from "./init-removal.ts";
import { headingOf, renderDrift, renderGuesses } from "./init-text.ts";

interface DriverEnvironment {
  readonly world: World;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly runSync: Interruption["runSync"];
  readonly schema?: GraphQLSchema;
}

/**
 * Infers a dialect from a schema, tests it against the endpoint and writes it. With `--check`, reports where a dialect
 * no longer matches the schema.
 */
export async function init(typed: InitArguments, world: World): Promise<Ending> {
  const settings = readInitSettings(typed, world.environment);
  if (settings.tls?.isUnverified === true) world.err.write(insecureWarning);
  const limits = scaleLimits(settings.timeFactor);
  const { check } = settings;
  if (check !== undefined && typed.interactive === true) {
    throw new UsageError("--interactive and --check are mutually exclusive", {
      fix: "Omit --interactive: the comparison asks nothing.",
    });
  }
  return stoppable(world, {
    work: (signal, runSync) => {
      const driverEnvironment = { world, limits, signal, runSync };
      return check === undefined
        ? writeAnew(typed, settings, driverEnvironment)
        : checkAgain(settings, check, driverEnvironment);
    },
    message: "interrupted; nothing was written",
  });
}

async function writeAnew(
  typed: InitArguments,
  given: InitSettings,
  driverEnvironment: DriverEnvironment,
): Promise<Ending> {
  checkOutput(given);
  const { world, runSync, signal } = driverEnvironment;
  const interview = typed.interactive === true ? new Interview(world, signal) : undefined;
  const start = startingDialect(given.inference);
  const source = await findSchema(start.credentials, {
    readWith: (credentials) =>
      readEndpointSchema(
        targetOptionsOf(asked(given, { dialect: { ...start, credentials } }, driverEnvironment)),
      ),
    ...(given.schemaFile === undefined ? {} : { copy: given.schemaFile }),
  });
  const { schema, copy } = source;
  if (copy !== undefined) {
    world.err.write(`The endpoint rejects introspection, so the schema is read from ${copy}.\n`);
  }
  const { answered, settings, tried, gaps } = await derive(typed, interview, {
    ...driverEnvironment,
    source,
  });
  signal.throwIfAborted();
  runSync(() => checkServed(tried));
  const { output } = settings;
  const named = withIdentitiesOf(withCopyOf(tried, copy, output), settings.identities);
  const written = { ...named, guesses: guessesWithin(named.guesses, named.dialect) };
  const { text, summary } = runSync(() =>
    renderDialect(schema, written, { settings, gaps: [...gaps, ...omittedEntries(named)] }),
  );
  const options = answeredOptions(typed, answered);
  const ending =
    options === "" ? "" : `Without questions, these options have the same effect: ${options}\n`;
  if (output === "-") {
    world.out.writeDocument(`${text.trimEnd()}\n`);
    world.err.write(`${summary}${ending}`);
  } else {
    const whole = `${text.trimEnd()}\n`;
    writeText(output, world.secrets?.redact(whole) ?? whole);
    world.out.write(`${summary}${ending}`);
  }
  return { ending: "done" };
}

interface Derived {
  /** The arguments, including those from the user's answers. */
  readonly answered: InitArguments;
  readonly settings: InitSettings;
  readonly tried: Inference;
  readonly gaps: readonly Gap[];
}

interface DerivingEnvironment extends DriverEnvironment {
  readonly source: FoundSchema;
}

/** Infers and tests a dialect. Asks for what is missing, and starts again with the answers. */
async function derive(
  typed: InitArguments,
  interview: Interview | undefined,
  environment: DerivingEnvironment,
): Promise<Derived> {
  const { world, source } = environment;
  const { schema } = source;
  let answered = typed;
  let isSureToWrite = typed.yes === true;
  for (;;) {
    const settings = { ...readInitSettings(answered, world.environment), isSureToWrite };
    const settled = settle(settings, environment);
    const { gaps } = settled;
    const chosen = answered.kind?.at(-1);
    const early = await interview?.ask(
      openQuestions(schema, settled.inference, {
        isTested: !settings.isProbed,
        ...(chosen === undefined ? {} : { chosen }),
      }),
      answered,
    );
    if (early !== undefined && early !== answered) {
      answered = early;
      continue;
    }
    const tried = await tested(settled.inference, settings, environment);
    isSureToWrite = true;
    const late = await interview?.ask(openQuestions(schema, tried, { isTested: true }), answered);
    if (late !== undefined && late !== answered) {
      answered = late;
      continue;
    }
    const known = (await interview?.askIdentities(answered)) ?? answered;
    if (known === answered) return { answered, settings, tried, gaps };
    const { identities } = readInitSettings(known, world.environment);
    return { answered: known, settings: { ...settings, identities }, tried, gaps };
  }
}

function settle(
  settings: InitSettings,
  { source: { schema, found }, runSync }: DerivingEnvironment,
): Settled {
  const inference = { ...settings.inference, ...(found && { credentials: found.credentials }) };
  return runSync(() => {
    checkKinds(schema, settings);
    checkSampleKinds(schema, settings);
    checkOperationKinds(schema, settings);
    checkFields(schema, settings);
    const settled = settleDialect(schema, inferDialect(schema, inference), inference.hints);
    return withoutUncreatable(settled, inference.kinds);
  });
}

async function tested(
  settled: Inference,
  settings: InitSettings,
  environment: DerivingEnvironment,
): Promise<Inference> {
  const { schema, found } = environment.source;
  const guessed = found === undefined ? settled : withGuess(settled, found.guess);
  if (!settings.isProbed || guessed.dialect.kinds.length === 0) return guessed;
  const { world } = environment;
  await confirmWriting(placesOf(settings), { settings, world, instead: "--no-probe" });
  return probed(guessed, settings, { ...environment, schema });
}

/** Names the copy of the schema, relative to the dialect. */
function withCopyOf(inference: Inference, copy: string | undefined, output: string): Inference {
  if (copy === undefined) return inference;
  const { dialect } = inference;
  const schema = relative(output === "-" ? "." : dirname(output), copy);
  return { ...inference, dialect: { ...dialect, endpoint: { ...dialect.endpoint, schema } } };
}

function withGuess({ dialect, guesses }: Inference, guess: Guess): Inference {
  const others = guesses.filter(({ path }) => path.join(".") !== guess.path.join("."));
  return { dialect, guesses: [...others, guess] };
}

function renderDialect(
  schema: GraphQLSchema,
  written: Inference,
  { settings, gaps }: { readonly settings: InitSettings; readonly gaps: readonly Gap[] },
): { readonly text: string; readonly summary: string } {
  const { dialect } = written;
  const missing =
    dialect.kinds.length === 0
      ? possibleKinds(schema, settings.inference.kinds)
      : [...gaps, ...missingEntries(schema, dialect, gaps), ...furtherWays(schema, dialect)];
  const open = [...openStatements(schema, dialect), ...refusedCreations(written)];
  const unrecognized =
    dialect.kinds.length === 0
      ? []
      : unrecognizedKinds(schema, dialect, settings.inference.kinds).filter(
          ({ place }) => !missing.some((gap) => gap.place === place),
        );
  const annotated = annotateDialect(written, headingOf(settings), missing.length > 0);
  const isListed = /^features:/mu.test(annotated);
  return {
    text: [annotated, ...gapComments(missing, isListed)].join("\n"),
    summary: renderGuesses(written, { ...settings, missing, open, unrecognized }),
  };
}

function omittedEntries({ guesses }: Inference): readonly Gap[] {
  return guesses.flatMap(({ path, reason: problem, omitted: stub }) =>
    stub === undefined ? [] : [{ place: path.join("."), problem, stub }],
  );
}

/** A run stops at the first kind whose objects it cannot create. */
function refusedCreations({ guesses }: Inference): readonly string[] {
  return guesses
    .filter(({ isBlocking }) => isBlocking === true)
    .map(({ path, reason }) => `${path.join(".")}: ${reason}`);
}

/** Runs before the first write. Suggests similar names for an unknown kind. */
function checkKinds(schema: GraphQLSchema, { inference }: InitSettings): void {
  const unknown = unknownKinds(schema, inference);
  const [first] = unknown;
  if (first === undefined) return;
  const names = unknown.map(({ name }) => name).join(", ");
  const fixes = unknown.map(({ name, near, known, isGeneric }) => {
    if (near.length === 0) return kindsOf(known, "--kind");
    const meant = `Did you mean ${near.join(" or ")}?`;
    return isGeneric
      ? `${meant} If generic operations accept the name ${name}, pass --literal ${name}=${name}.`
      : meant;
  });
  throw new UsageError(`the schema has no kind named ${names}`, {
    fix: [...new Set(fixes)].join(" "),
  });
}

/** Runs before the first write. Samples of an unknown kind would have no effect. */
function checkSampleKinds(schema: GraphQLSchema, { inference }: InitSettings): void {
  const [spare] = kindsOfSpareSamples(schema, inference);
  if (spare === undefined) return;
  const { name, near, known, isGeneric } = spare;
  const any = isGeneric ? ` If generic operations accept ${name}, pass --kind ${name}.` : "";
  const meant =
    near.length === 0 ? kindsOf(known, "--samples") : `Did you mean ${near.join(" or ")}?`;
  throw new UsageError(`--samples contains a kind that the schema does not have: ${name}`, {
    fix: `${meant}${any}`,
  });
}

/** Runs before the first write. An operation of an unknown kind would have no effect. */
function checkOperationKinds(schema: GraphQLSchema, { inference }: InitSettings): void {
  const operations = inference.hints?.operations ?? [];
  const kinds = [...new Set(operations.flatMap(({ kind }) => kind ?? []))];
  const [unknown] = unknownKinds(schema, { ...inference, kinds });
  const operation = operations.find(({ kind }) => kind !== undefined && kind === unknown?.name);
  if (unknown === undefined || operation === undefined) return;
  const { name, near, known } = unknown;
  const spelled = (kind: string): string => `${operation.verb}.${kind}=${operation.field}`;
  throw new UsageError(
    `--operation specifies a kind that the schema does not have: ${spelled(name)}`,
    {
      fix:
        near.length === 0
          ? kindsOf(known, "--operation")
          : `Did you mean ${near.map(spelled).join(" or ")}?`,
    },
  );
}

/** Runs after the tests. Only they show which kinds generic operations serve. */
function checkServed({ guesses }: Inference): void {
  const unknown = guesses.filter(({ isUnknownKind }) => isUnknownKind === true);
  if (unknown.length === 0) return;
  const names = unknown.map(({ path }) => String(path[1])).join(", ");
  const reasons = unknown.map(({ path, reason }) => `${String(path[1])}: ${reason}`).join("; ");
  throw new UsageError(`the endpoint has no kind named ${names} (${reasons})`, {
    fix: "Pass --kind with names that the generic operations accept. If the endpoint has another name for a kind, pass it with --literal KIND=NAME.",
  });
}

/** Runs before the first write. Suggests similar names for an unknown field. */
function checkFields(schema: GraphQLSchema, { inference }: InitSettings): void {
  const [first] = unknownFields(schema, inference.hints?.operations ?? []);
  if (first === undefined) return;
  const { verb, field, near } = first;
  const root = verb === "watch" ? "subscription" : readVerbs.has(verb) ? "query" : "mutation";
  throw new UsageError(`--operation specifies a ${root} that the schema does not have: ${field}`, {
    fix:
      near.length === 0
        ? `Pass a ${root} from the schema, with its path if it is nested: vats.create.`
        : `Did you mean ${near.join(" or ")}?`,
  });
}

const readVerbs: ReadonlySet<string> = new Set(["read", "list"]);

const maxNamed = 10;

function kindsOf(known: readonly string[], option: string): string {
  if (known.length === 0) return `No kind was recognized; run init without ${option} to see why.`;
  const more = known.length > maxNamed ? ", …" : "";
  return `Its kinds are ${known.slice(0, maxNamed).join(", ")}${more}.`;
}

async function checkAgain(
  settings: InitSettings,
  path: string,
  driverEnvironment: DriverEnvironment,
): Promise<Ending> {
  const file = { ...(await readTrustedDialect(path, driverEnvironment.world)), path };
  const { schema } = await orCopy(
    readEndpointSchema(targetOptionsOf(asked(settings, file, driverEnvironment))).then((read) => ({
      schema: read,
    })),
    settings.schemaFile,
  );
  const drift = driverEnvironment.runSync(() => [
    ...brokenBy(schema, file.dialect),
    ...newIn(schema, file.dialect, settings),
  ]);
  driverEnvironment.world.out.write(renderDrift(drift, { path, shown: settings.shown }));
  return { ending: drift.length === 0 ? "done" : "gaps" };
}

function brokenBy(schema: GraphQLSchema, dialect: Dialect): ReturnType<typeof driftOf> {
  return prepareDialect(schema, dialect).problems.map(({ place, problem }) => ({ place, problem }));
}

function newIn(
  schema: GraphQLSchema,
  dialect: Dialect,
  { inference }: InitSettings,
): ReturnType<typeof driftOf> {
  return driftOf(dialect, inferDialect(schema, inference).dialect);
}

function asked(
  settings: InitSettings,
  dialect: Pick<NonNullable<ConnectOptions["dialect"]>, "dialect"> & { readonly path?: string },
  { world, limits, signal, schema }: DriverEnvironment,
): ConnectOptions {
  const { endpoint, webSocketEndpoint, tls, identities } = settings;
  return {
    endpoint,
    ...(tls === undefined ? {} : { tls }),
    ...(webSocketEndpoint === undefined ? {} : { webSocketEndpoint }),
    dialect: { locate: () => "", ...dialect },
    identities,
    world,
    ...(schema === undefined ? {} : { schema }),
    limits,
    signal,
  };
}

/** Tests the inferred dialect by creating objects. Removes them afterwards, even after an abort or an error. */
async function probed(
  guessed: Inference,
  settings: InitSettings,
  driverEnvironment: DriverEnvironment & { readonly schema: GraphQLSchema },
): Promise<Inference> {
  const { world, limits, signal, schema } = driverEnvironment;
  const { namespaces } = settings.inference;
  const run = newRunId();
  const seal = sealIn(world);
  const ledger = new InitLedger({
    ...(seal === undefined ? {} : { seal }),
    path: ledgerPathFor(settings, run),
    run,
    startedAt: world.clock().toISOString(),
    command: `${suiteCommand} init --endpoint ${quoteForShell(settings.shown)}`,
    written: (dialect) => withIdentitiesOf({ dialect, guesses: [] }, settings.identities).dialect,
    redact: (text) => world.secrets?.redact(text) ?? text,
  });
  const seen = new Map<string, KnownObjects>();
  const inferredLimits = new InferredLimits();
  const reachBy = async (dialect: Dialect, until: AbortSignal): Promise<Target> => {
    const options = asked(settings, { dialect }, { ...driverEnvironment, signal: until });
    const known = knownIn(seen, dialect);
    return connect({ ...options, known, inferredLimits }).catch(rethrowCause);
  };
  let count = 0;
  try {
    return await probeDialect(guessed, {
      schema,
      ...(namespaces === undefined ? {} : { namespaces }),
      connect: async (dialect, kind, until) =>
        ledger.keeping(await reachBy(withOnly(dialect, kind), until), dialect),
      ...(world.err.isTerminal ? { progress: (text) => world.err.write(`${text}\n`) } : {}),
      newName: () => `conformance-init-${run}-${(count += 1)}`,
      eventMs: eventMs * settings.timeFactor,
      signal,
    });
  } finally {
    await removeTrialObjects(ledger, { reachBy, limits, world });
  }
}

/**
 * Returns the known objects. All connections whose dialects identify objects in the same way share them. Each phase of
 * the probe has its own connection, and without the known objects, it could not find an object that is only accessible
 * by its UID.
 */
function knownIn(seen: Map<string, KnownObjects>, { kinds }: Dialect): KnownObjects {
  const identities = kinds.map(({ name: kind, nameForm, paths }) => {
    const { name, namespace, uid, resourceVersion } = paths;
    return [kind, nameForm, name, namespace, uid, resourceVersion];
  });
  const identity = JSON.stringify(identities);
  const known = seen.get(identity) ?? new KnownObjects();
  seen.set(identity, known);
  return known;
}

/** Reduces a dialect to one kind. Kinds are tested separately, so that errors of one do not affect the others. */
function withOnly(dialect: Dialect, kind: string): Dialect {
  const narrowed = { ...dialect, kinds: dialect.kinds.filter(({ name }) => name === kind) };
  return { ...narrowed, features: describedFeatures(narrowed) };
}

/** Timeout for a watch event, in milliseconds. */
const eventMs = 2000;

/**
 * Rethrows the cause: a mismatch between the inferred dialect and the schema is a bug in the inference, not a usage
 * error.
 */
function rethrowCause(error: unknown): never {
  throw error instanceof UsageError && error.cause instanceof Error ? error.cause : error;
}

/** Runs before the first request. */
function checkOutput({ output, isForced }: InitSettings): void {
  if (output === "-") return;
  try {
    accessSync(dirname(output), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UsageError(`cannot write the dialect ${output}: ${reasonOf(error)}`, {
      fix: "Choose a file in an existing, writable folder with --output.",
      cause: error,
    });
  }
  if (isForced || !existsSync(output)) return;
  throw new UsageError(`the file ${output} already exists`, {
    fix: "Write to another file with --output, overwrite this file with --force, or compare with --check.",
  });
}

function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new HarnessError(`cannot write the dialect ${path}: ${reasonOf(error)}`, {
      fix: "Choose a file in an existing folder with --output.",
      cause: error,
    });
  }
}

function placesOf({
  endpoint,
  webSocketEndpoint,
}: InitSettings): Parameters<typeof confirmWriting>[0] {
  return {
    endpoint,
    ...(webSocketEndpoint === undefined ? {} : { otherAddresses: [webSocketEndpoint] }),
  };
}

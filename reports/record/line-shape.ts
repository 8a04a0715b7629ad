import { features, identities, profileRevisions, profiles } from "#contract";
import type { ExtensionRequirement, ExtensionSource } from "#contract";
import { recordFormat, socketPlaces, verdicts } from "#verdicts";
import type { CaseLine, CredentialPlaces, FooterLine, RoleSender, VerdictLine } from "#verdicts";
import type {
  EventLine,
  ExchangeLine,
  FixtureLine,
  HeaderLine,
  WatchEndLine,
  WatchLine,
} from "./lines.ts";
import {
  anything,
  boolean,
  listOf,
  mapOf,
  members,
  number,
  oneOf,
  optional,
  text,
  variants,
} from "./record-value-shape.ts";
import type { Members, Shape } from "./record-value-shape.ts";
import { baseline, baselineProblem } from "./baseline-shape.ts";
import { extensionId, finding, requirement } from "./finding-shape.ts";
import {
  command,
  key,
  outcome,
  watchCommand,
  watchEnd,
  watchEvent,
  wireReply,
  wireRequest,
} from "./wire-shape.ts";

const texts = listOf(text);
const level = oneOf(["MUST", "SHOULD", "MAY"]);
const someFeatures = listOf(oneOf(Object.keys(features)));

const header = members<HeaderLine>({
  line: text,
  format: oneOf([recordFormat]),
  suite: members<HeaderLine["suite"]>({ name: text, version: text, documentation: optional(text) }),
  run: text,
  startedAt: text,
  profile: oneOf(Object.keys(profiles)),
  revision: optional(oneOf(profileRevisions)),
  contract: text,
  extensions: optional(
    listOf(
      members<ExtensionRequirement>({
        id: extensionId,
        level,
        statement: text,
        reason: text,
        sources: listOf(members<ExtensionSource>({ title: text, at: text })),
        features: optional(someFeatures),
      }),
    ),
  ),
  target: members<HeaderLine["target"]>({
    endpoint: text,
    protocol: text,
    dialect: text,
    features: someFeatures,
    undeclared: optional(someFeatures),
    remarks: optional(texts),
    byHand: optional(
      members<NonNullable<HeaderLine["target"]["byHand"]>>({
        declared: someFeatures,
        withdrawn: someFeatures,
      }),
    ),
    identities: listOf(oneOf(Object.keys(identities))),
    credentials: optional(
      members<CredentialPlaces>({
        http: members<CredentialPlaces["http"]>({ header: text, format: text }),
        isInArguments: optional(boolean),
        socket: optional(
          members<NonNullable<CredentialPlaces["socket"]>>({
            place: oneOf(socketPlaces),
            name: text,
            format: text,
          }),
        ),
        headers: optional(mapOf(text)),
        roles: optional(mapOf(texts)),
        senders: optional(
          mapOf(
            members<RoleSender>({
              credentialOf: optional(text),
              certificateOf: optional(text),
              headers: optional(mapOf(text)),
            }),
          ),
        ),
      }),
    ),
    kinds: listOf(
      members<HeaderLine["target"]["kinds"][number]>({
        name: text,
        statusWrites: texts,
        guessedModes: optional(texts),
        words: optional(mapOf(texts)),
      }),
    ),
    semantics: optional(mapOf(text)),
    guessedSemantics: optional(texts),
    schema: optional(text),
  }),
  seed: number,
  concurrency: number,
  only: texts,
  skip: texts,
  command: text,
  commandSeal: optional(text),
  dialect: optional(text),
  planned: members<HeaderLine["planned"]>({ requirements: number, cases: number }),
  shard: optional(
    members<NonNullable<HeaderLine["shard"]>>({ index: number, count: number, cases: number }),
  ),
  observation: optional(
    members<NonNullable<HeaderLine["observation"]>>({
      kinds: texts,
      namespace: optional(text),
      managers: texts,
    }),
  ),
  baseline: optional(baseline),
});

const exchange = members<ExchangeLine>({
  line: text,
  exchange: number,
  case: text,
  startedMs: number,
  endedMs: number,
  command,
  outcome,
  misfit: optional(text),
  isSample: optional(boolean),
  partial: optional(text),
  doubtfulList: optional(text),
  request: optional(wireRequest),
  reply: optional(wireReply),
});

const watch = members<WatchLine>({
  line: text,
  exchange: number,
  case: text,
  startedMs: number,
  command: watchCommand,
  request: wireRequest,
});

const event = members<EventLine>({
  line: text,
  exchange: number,
  arrivedMs: number,
  event: watchEvent,
});

const end = members<WatchEndLine>({
  line: text,
  exchange: number,
  endedMs: number,
  end: watchEnd,
});

const fixture = members<FixtureLine>({
  line: text,
  event: oneOf(["creating", "not-created", "removed", "left-behind"]),
  key,
  isDrawn: optional(boolean),
  seal: optional(text),
});

const ended = members<CaseLine>({
  line: text,
  case: text,
  check: text,
  attempt: optional(number),
  startedMs: number,
  endedMs: number,
  observations: optional(anything),
  semantics: optional(mapOf(text)),
  excused: optional(listOf(requirement)),
  problem: optional(text),
  findings: listOf(finding),
});

const verdict = members<VerdictLine>({
  line: text,
  requirement,
  level,
  verdict: oneOf(verdicts),
  reason: optional(text),
  before: optional(
    members<NonNullable<VerdictLine["before"]>>({
      verdict: oneOf(verdicts),
      reason: optional(text),
    }),
  ),
  instances: number,
  checks: texts,
  findings: listOf(finding),
  cause: optional(requirement),
  resembles: optional(text),
  rank: optional(number),
  sensitivity: optional(
    members<NonNullable<VerdictLine["sensitivity"]>>({
      noticed: texts,
      missed: texts,
    }),
  ),
});

const sums: Members<FooterLine["sums"]> = {
  pass: number,
  fail: number,
  warn: number,
  flaky: number,
  errored: number,
  inconclusive: number,
  untestable: number,
  "expected-fail": number,
  excluded: number,
  "not-applicable": number,
};

const footer = members<FooterLine>({
  line: text,
  endedAt: text,
  durationMs: number,
  interrupted: boolean,
  enough: optional(number),
  exchanges: number,
  leftBehind: number,
  sums: members(sums),
  remarks: optional(texts),
  baselineProblems: optional(listOf(baselineProblem)),
});

export const lineShape: Shape = variants("line", {
  header,
  exchange,
  watch,
  event,
  "watch-end": end,
  fixture,
  case: ended,
  verdict,
  footer,
});

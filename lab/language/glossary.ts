export interface GlossaryEntry {
  readonly phrase: RegExp;
  readonly write: string;
}

/** Matches "change of" with an object, as in "a change of the spec". */
const changeOf =
  /\bchanges? of (?:(?:a|an|the|its|each|every) )?(?:spec|status|labels?|annotations?|metadata|object)\b/iu;

const eventOf =
  /\bevents? of (?:a|the|each|every) (?:\w+ )?(?:write|creation|deletion|change|sentinel)\b(?! stream)/iu;

export const glossary: readonly GlossaryEntry[] = [
  { phrase: /\bbesides?\b/iu, write: "next to, in addition to, and" },
  { phrase: /\b(?:nobody|somebody|whoever)\b/iu, write: "the client, the caller, no client" },
  { phrase: /\bso many\b|\bhow many\b[^.;]*\bat once\b/iu, write: "N, at most N, concurrency" },
  { phrase: /\bh(?:o|e)ld\w* against\b/iu, write: "compare with, check against" },
  { phrase: /\btake it that\b/iu, write: "assume" },
  { phrase: /\bmend(?:s|ed|ing)?\b/iu, write: "fix" },
  { phrase: /\bin earnest\b/iu, write: "without dry run" },
  { phrase: /\bcan(?:not)? have happened\b|\bsome order\b/iu, write: "is (not) linearizable" },
  { phrase: /\bwhat went before\b/iu, write: "the precondition, the preceding write" },
  { phrase: /\bof which\b|\bwhat of\b/iu, write: "split the sentence" },
  { phrase: /\bfor want of\b/iu, write: "because … is missing" },
  { phrase: /(?<!left |leave |let |stand-)\balone\b/iu, write: "only" },
  { phrase: /\bg(?:i|a)ve[sn]? up\b/iu, write: "abort, time out" },
  {
    phrase: /\b(?:leave|leaves|left|leaving)\b(?: \S+){0,2} out\b/iu,
    write: "skip, omit, drop",
  },
  {
    phrase: /\b(?:tells?|told|telling)\b/iu,
    write: "report, return, state, indicate, distinguish",
  },
  { phrase: /\b(?:says?|said|saying)\b/iu, write: "report, return, state, show, declare" },
  { phrase: /\b(?:first|second) looks?\b|\blook(?:s|ed)? at again\b/iu, write: "attempt, retry" },
  { phrase: /\bthe wall\b/iu, write: "spec/status isolation" },
  { phrase: /\bmembers?\b/iu, write: "property, field" },
  {
    phrase:
      /\b(?:lanes?|breadth|effort|lessons?|witness|trouble|weather|hogs?|twins?|stor(?:y|ies))\b/iu,
    write:
      "worker pool, concurrency, budget, counterexample, error, fault injection, faulty variant, fixture",
  },
  { phrase: /\b(?:accus\w+|innocent|blam\w+)\b/iu, write: "a check fails; a false positive" },
  { phrase: /\b(?:begins?|began|begun|beginning)\b/iu, write: "start" },
  { phrase: /\bresembl\w+/iu, write: "possible cause" },
  {
    phrase: /(?:^|[.;,] |\bor )name (?:an?|another|it|them|some|at least) /iu,
    write: "specify, pass, choose",
  },
  { phrase: eventOf, write: "event for" },
  { phrase: /\bin place of\b/iu, write: "instead of" },
  { phrase: /\bnaming (?:version|uid)\b/iu, write: "based on, at, with" },
  { phrase: /\bt(?:akes?|ook|aken) a new version\b/iu, write: "gets a new version" },
  { phrase: changeOf, write: "change to" },
  {
    phrase: /\bthe second and the third\b|\bcut short\b/iu,
    write: "the second and third, truncated",
  },
];

export const longestSentence = 35;

export const commentGlossary: readonly GlossaryEntry[] = [
  { phrase: /^(?:Whoever|That which)\b/u, write: "a noun" },
  {
    phrase: /^What (?:there|they|of) |^What is (?:there|said|told)\b/u,
    write: "a noun",
  },
  { phrase: /^(?:Tells|Told|Gives)\b/u, write: "Whether, Receives, Returns" },
  { phrase: /\bso many at once\b|\bunder way\b/iu, write: "N, concurrent, pending" },
  { phrase: /\b(?:somebody|whoever)\b/iu, write: "another client, the caller" },
  { phrase: /\bfor want of\b|\bwhat of\b|^Of which\b/iu, write: "split the sentence" },
  { phrase: /\bbeside\b/iu, write: "in addition to, next to" },
  { phrase: /\b(?:is|are|was|were) told\b/iu, write: "receives, is reported" },
  { phrase: /\bh(?:o|e)ld\w* against\b|\bheld to\b/iu, write: "compare with, check" },
  { phrase: /\bas (?:it|they) stands?\b|\bstands in\b/u, write: "is in, occurs in" },
  { phrase: /\bAbsent:/u, write: "Absent if, Defaults to" },
  { phrase: /\b(?:is|are) taken (?:for|to be)\b/iu, write: "counts as, is assumed" },
  { phrase: /\bin place of\b/iu, write: "instead of" },
  { phrase: changeOf, write: "change to" },
  { phrase: eventOf, write: "event for" },
  { phrase: /\bwho(?:ever|mever)\b|\bnobody\b/iu, write: "the caller, no client" },
];

import type { ProvokedRefusal } from "../schema/error-fields.ts";

/** Common words of codes and messages, by reason. */
export const reasonWords: Readonly<Record<ProvokedRefusal["reason"], RegExp>> = {
  unauthenticated:
    /un_?authenticated|credential|(?<!\d)401(?!\d)|(?:log|sign)(?:ged|ed)?[ _-]?in\b/iu,
  forbidden: /forbid|denied|permission|not[ _-]?(?:allowed|permitted)|(?<!\d)403(?!\d)/iu,
  notFound:
    /not[ _-]?found|missing|no[ _-]?such|(?:no|not)[ _-]?(?:longer[ _-])?exist|(?<!\d)404(?!\d)/iu,
  alreadyExists: /already|taken|duplicate|in[ _-]?use|(?<!\d)409(?!\d)/iu,
  conflict:
    /conflict|clash|stale|outdated|out[ _-]of[ _-]date|concurren|optimistic|precondition|mismatch|(?<!\d)4(?:09|12)(?!\d)/iu,
  invalid:
    /invalid|not valid|malformed|validation|bad[ _-]?(?:user[ _-]?)?(?:input|request)|constraint|(?<!\d)4(?:00|22)(?!\d)/iu,
  expired: /expired|(?<!\d)410(?!\d)/iu,
  rateLimited: /rate|too[ _-]?many|(?<!\d)429(?!\d)/iu,
  internal: /internal|(?<!\d)500(?!\d)/iu,
};

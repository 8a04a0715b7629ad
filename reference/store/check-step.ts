import type { Resource } from "#contract";
import { contentLimits } from "../values/content-limits.ts";
import { isLongerThan } from "../values/json-bounds.ts";
import { refuseInvalid } from "../values/refusal.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type { Access, WriteRequest, WriteStep } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import type { Draft } from "./draft.ts";

export interface Attempt {
  readonly request: WriteRequest;
  readonly stored: Resource | undefined;
  /** Creates the draft on the first call, and returns the same draft on later calls. */
  readonly makeDraft: () => Draft;
  readonly warnings: string[];
}

export function checkStep(
  rules: Rules,
  step: Exclude<WriteStep, "commit">,
  attempt: Attempt,
): Refusal | undefined {
  const { request, stored, makeDraft } = attempt;
  switch (step) {
    case "authorization":
      return rules.authorize(accessOf(request, stored !== undefined));
    case "existence":
      return rules.existence(request, stored);
    case "precondition":
      return rules.precondition(request, stored);
    case "validation":
      return validate(rules, attempt);
    case "ownership": {
      const draft = makeDraft();
      return rules.ownership(draft.request, stored, draft.after);
    }
  }
}

function validate(rules: Rules, attempt: Attempt): Refusal | undefined {
  const { request: asked, stored, makeDraft, warnings } = attempt;
  const options = rules.validateOptions(asked);
  const { request, after } = makeDraft();
  const causes = [...options, ...rules.validate(request, stored, after), ...judgeSize(after)];
  const refused: Cause[] = [];
  for (const cause of causes) {
    const tolerance = rules.tolerate(request, cause);
    if (tolerance === "refuse") refused.push(cause);
    if (tolerance === "warn" && warnings.length < contentLimits.causes)
      warnings.push(cause.message);
  }
  return refused.length === 0 ? undefined : refuseInvalid(refused);
}

/**
 * Returns the causes for an object that is too large. Patches and additional field managers can make an object larger
 * than any single request.
 */
function judgeSize(after: Resource | undefined): readonly Cause[] {
  const { objectCharacters } = contentLimits;
  if (after === undefined || !isLongerThan(after, objectCharacters)) return [];
  const message = `The object has more than ${objectCharacters} characters.`;
  return [{ reason: "FieldValueInvalid", message }];
}

function accessOf(request: WriteRequest, exists: boolean): Access {
  const { verb, key, identity, channel, rootField, style } = request;
  return {
    kind: key.kind,
    namespace: key.namespace,
    name: key.name,
    identity,
    channel,
    rootField,
    style,
    exists,
    verb: verb === "updateStatus" ? "update" : verb,
    subresource: verb === "updateStatus" ? "status" : "",
  };
}

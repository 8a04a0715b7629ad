import { isJsonObject } from "#contract";
import type { Command, JsonObject, Resource } from "#contract";
import type { KindDescription } from "#targets";
import type { CheckContext } from "../session/check.ts";
import { specWrite, statusWrite } from "../commands/sample-commands.ts";
import { generateValue } from "../session/generate-value.ts";
import { objectOf } from "../judging/recorded-step.ts";

const made = 2;

/**
 * Extends the kind with additional samples that are generated from its schema. A schema may be incomplete, so each
 * value is written once, and only accepted values are retained. A generated spec has all fields of a sample, because a
 * server may require fields that its schema declares optional, and may require them only when an object is created.
 */
export async function withMoreValues(context: CheckContext): Promise<KindDescription> {
  const { kind } = context;
  const { spec, status, areRestricted } = kind.shapes ?? {};
  if (areRestricted === true || (spec === undefined && status === undefined)) return kind;
  const { key, object } = await context.fixture();
  let current = object;
  const accepts = async (make: (at: Resource) => Command): Promise<boolean> => {
    const step = await context.call(make(current));
    const written = objectOf(step);
    current = written ?? current;
    return written !== undefined;
  };
  const [base = {}] = kind.samples.specs;
  const specs: JsonObject[] = [];
  const statuses: JsonObject[] = [];
  for (let count = 0; count < made; count += 1) {
    const newSpec = spec === undefined ? undefined : generateValue(spec, context.random);
    const newStatus = status === undefined ? undefined : generateValue(status, context.random);
    if (isFilled(newStatus)) {
      const write = { status: newStatus };
      const isUsable = await accepts((at) =>
        statusWrite(context, key, { ...versionOf(at), ...write }),
      );
      if (isUsable) statuses.push(newStatus);
    }
    if (isFilled(newSpec) && kind.operations.update.length > 0) {
      const whole = { ...base, ...newSpec };
      if (await accepts((at) => specWrite(key, { ...versionOf(at), spec: whole })))
        specs.push(whole);
    }
  }
  const { samples } = kind;
  return {
    ...kind,
    samples: {
      ...samples,
      specs: [...samples.specs, ...specs],
      statuses: [...samples.statuses, ...statuses],
    },
  };
}

function isFilled(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

function versionOf({ metadata }: Resource): Pick<Resource["metadata"], "resourceVersion"> {
  return { resourceVersion: metadata.resourceVersion };
}

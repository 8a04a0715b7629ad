import type { Extension } from "../config/extension-parts.ts";
import { claim, defineCheck } from "../package/extend.ts";

export interface OwnExtensionOptions {
  readonly holds: boolean;
  readonly onDrive?: () => void;
}

/** Creates an extension with a single requirement, which passes or fails regardless of the endpoint. */
export function ownExtension({ holds, onDrive = () => {} }: OwnExtensionOptions): Extension {
  return {
    requirements: [
      {
        id: "x-own.is-created",
        level: "MUST",
        statement: "An object is created.",
        reason: "No other behavior can be observed.",
        sources: [{ title: "House rules", at: "the first one" }],
      },
    ],
    checks: [
      defineCheck<number>({
        id: "x-own/is-created",
        title: "An object is created",
        covers: ["x-own.is-created"],
        scope: "target",
        drive: async (context) => {
          const { exchange } = await context.fixture();
          onDrive();
          return exchange;
        },
        judge: (exchange) => [
          claim("x-own.is-created", {
            holds,
            expected: "an object",
            actual: "none",
            evidence: [exchange],
          }),
        ],
      }),
    ],
  };
}

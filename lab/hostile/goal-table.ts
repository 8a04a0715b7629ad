import type { AttackSum } from "./attacks/run-attacks.ts";
import type { Interrupted } from "./interrupt.ts";

/** What the endpoints came to, all together. */
export interface EndpointSum {
  readonly cases: number;
  readonly ended: number;
  readonly problems: number;
  readonly grownBytes: number;
}

/** All that was tried in one call. */
export interface Trials {
  readonly attacks: readonly AttackSum[];
  readonly endpoints: EndpointSum;
  readonly encodings: { readonly found: number; readonly of: number };
  readonly interruptions: readonly Interrupted[];
}

/** What was tried, with the goal of each and what came of it, as Markdown. */
export function goalTable({ attacks, endpoints, encodings, interruptions }: Trials): string {
  const tried = attacks.filter(({ attempts }) => attempts > 0);
  const longest = Math.max(0, ...interruptions.map(({ tookMs }) => tookMs));
  const left = interruptions.reduce((sum, { leftBehind }) => sum + leftBehind, 0);
  const megabytes = Math.round(endpoints.grownBytes / 1024 / 1024);
  const rows = [
    ...tried.map(({ family, attempts, achieved }) => [
      `${family.name}: ${family.proves}`,
      `0 of ${attempts}`,
      `${achieved.length} of ${attempts}`,
    ]),
    [
      "hostile endpoints: all end, no order to CI, no credential, no other host",
      `${endpoints.cases} end, 0 problems, at most 350 MB more`,
      `${endpoints.ended} end, ${endpoints.problems} problems, ${megabytes} MB more`,
    ],
    ["encodings of a credential recognised", "40 of 40", `${encodings.found} of ${encodings.of}`],
    [
      `ends after SIGINT (${interruptions.map(({ place }) => place).join(", ")})`,
      "2.0 s, nothing left",
      `${(longest / 1_000).toFixed(1)} s, ${left} objects left`,
    ],
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return ["| tried | goal | seen |", "| --- | --- | --- |", ...lines].join("\n");
}

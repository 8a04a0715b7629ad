import type { AttackSum } from "./attacks/run-attacks.ts";
import { markdownTable } from "#reports";
import type { Interrupted } from "./interrupt.ts";

export interface EndpointSum {
  readonly cases: number;
  readonly ended: number;
  readonly problems: number;
  readonly grownBytes: number;
}

export interface Trials {
  readonly attacks: readonly AttackSum[];
  readonly endpoints: EndpointSum;
  readonly encodings: { readonly found: number; readonly of: number };
  readonly interruptions: readonly Interrupted[];
  /** The driver's CPU time with credential recognition, divided by its CPU time without it. */
  readonly recognitionCost: number;
  /** The cases that were once tested manually: the number that pass, the total number, and whether their tests ran. */
  readonly known: { readonly held: number; readonly of: number; readonly isRun: boolean };
}

export function goalTable(trials: Trials): string {
  const { attacks, endpoints, encodings, interruptions, recognitionCost, known } = trials;
  const tried = attacks.filter(({ attempts }) => attempts > 0);
  const longest = Math.max(0, ...interruptions.map(({ tookMs }) => tookMs));
  const places = [...new Set(interruptions.map(({ place }) => place))].map(
    (place) => `${place}: ${interruptions.filter((one) => one.place === place).length}`,
  );
  const left = interruptions.reduce((sum, { leftBehind }) => sum + leftBehind, 0);
  const megabytes = Math.round(endpoints.grownBytes / 1024 / 1024);
  const rows = [
    [
      "cases that were once tested manually",
      `${known.of} of ${known.of}`,
      `${known.held} of ${known.of}${known.isRun ? "" : " by attacks and endpoints; --known runs their tests, too"}`,
    ],
    ...tried.map(({ family, attempts, achieved }) => [
      `${family.name}: ${family.proves}`,
      `0 of ${attempts}`,
      `${achieved.length} of ${attempts}`,
    ]),
    [
      "hostile endpoints: all runs end without CI commands, credentials or other hosts",
      `${endpoints.cases} end, 0 problems, at most 350 MB more`,
      `${endpoints.ended} end, ${endpoints.problems} problems, ${megabytes} MB more`,
    ],
    ["recognized encodings of a credential", "40 of 40", `${encodings.found} of ${encodings.of}`],
    [
      "processor time of the driver with that recognition, divided by that without",
      "at most 1.03",
      recognitionCost.toFixed(3),
    ],
    [
      `ends after SIGINT (${places.join(", ")})`,
      "2.0 s, nothing left without a name",
      `${(longest / 1_000).toFixed(1)} s, ${left} objects left without a name`,
    ],
  ];
  return markdownTable(["tried", "goal", "seen"], rows);
}

import { agreeing, counted } from "#contract";
import type { HeaderLine, VerdictLine } from "#verdicts";
import { keepHeapSmall } from "../process/runtime-tuning.ts";
import { readBaseline, readBaselineIfAny } from "../output/baseline-file.ts";
import type { Ending } from "../process/exit-code.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { parseFormats } from "../options/format-requests.ts";
import { gatesOf } from "../options/gate-settings.ts";
import type { GateArguments } from "../options/gate-settings.ts";
import { checkPlaces } from "../output/write-report.ts";
import { readHeader } from "../output/load-record.ts";
import { recordPathOf } from "../output/record-files.ts";
import { rejudge } from "../output/rejudge.ts";
import { renewBaseline } from "../output/renew-baseline.ts";
import type { World } from "../process/world.ts";
import { giveRendered } from "./record-arguments.ts";
import type { RecordArguments } from "./record-arguments.ts";

export interface JudgeArguments extends RecordArguments, Omit<GateArguments, "shard"> {
  readonly config?: string;
}

const maxNamed = 20;

export async function judge(place: string, typed: JudgeArguments, world: World): Promise<Ending> {
  const requests = parseFormats(typed.format);
  const path = recordPathOf(place);
  checkPlaces(requests, [path]);
  const { baseline } = gatesOf(typed);
  keepHeapSmall();
  const { profile } = await readHeader(path);
  const given =
    baseline === undefined
      ? undefined
      : (baseline.isUpdated ? readBaselineIfAny : readBaseline)(baseline.path, profile);
  const { recorded, verdicts, report, unknownChecks, header } = await rejudge(path, {
    ...(given === undefined ? {} : { baseline: given }),
    extensions: await findExtensions(typed.config, world),
  });
  world.err.write(changesIn(recorded, verdicts));
  world.err.write(unknownIn(unknownChecks, header));
  giveRendered(report, { typed, requests, place, world });
  if (baseline?.isUpdated !== true) return { ending: "judged", conclusion: report.conclusion };
  const conclusion = renewBaseline(baseline.path, report, {
    lines: verdicts,
    ...(given === undefined ? {} : { previous: given }),
    world,
  });
  return { ending: "judged", conclusion };
}

function unknownIn(checks: readonly string[], { suite }: HeaderLine): string {
  const own = checks.filter((id) => id.startsWith("x-"));
  const others = checks.filter((id) => !own.includes(id));
  const lines = [
    ...(others.length === 0
      ? []
      : [
          `${counted(others.length, "check")} of ${suite.name} ${suite.version} ${agreeing(others.length, "is", "are")} unknown to this release: ${others.join(", ")}\n`,
        ]),
    ...(own.length === 0
      ? []
      : [
          `use --config to select the configuration that defines ${own.join(", ")}
`,
        ]),
  ];
  return lines.join("");
}

function changesIn(recorded: readonly VerdictLine[], verdicts: readonly VerdictLine[]): string {
  const before = new Map(recorded.map(({ requirement, verdict }) => [requirement, verdict]));
  const changed = verdicts.filter(
    ({ requirement, verdict }) => before.get(requirement) !== verdict,
  );
  if (changed.length === 0) return "all verdicts match the recorded verdicts\n";
  const lines = changed
    .slice(0, maxNamed)
    .map(
      ({ requirement, verdict }) =>
        `  ${requirement}: recorded ${before.get(requirement) ?? "nothing"}, now ${verdict}\n`,
    );
  const more = changed.length - lines.length;
  const rest = more > 0 ? `  and ${more} more\n` : "";
  return `recomputed: ${counted(
    changed.length,
    "verdict differs from the recorded verdict",
    "verdicts differ from the recorded verdicts",
  )}\n${lines.join("")}${rest}`;
}

import { keepHeapSmall } from "../process/runtime-tuning.ts";
import { parseFormats } from "../options/format-requests.ts";
import { checkPlaces } from "../output/write-report.ts";
import { readImplementation } from "../options/implementation-file.ts";
import { loadReport } from "../output/load-record.ts";
import { recordPathOf } from "../output/record-files.ts";
import type { World } from "../process/world.ts";
import { giveRendered } from "./record-arguments.ts";
import type { RecordArguments } from "./record-arguments.ts";

export interface ReportArguments extends RecordArguments {
  readonly implementation?: string;
}

export async function report(place: string, typed: ReportArguments, world: World): Promise<void> {
  const requests = parseFormats(typed.format);
  checkPlaces(requests, [recordPathOf(place)]);
  const { implementation } = typed;
  const options =
    implementation === undefined ? {} : { implementation: readImplementation(implementation) };
  keepHeapSmall();
  giveRendered(await loadReport(place), { typed, requests, place, world, options });
}

import { writerName } from "#wings/logs";
import type { FoundRequest } from "#wings/logs";
import { requestText } from "../report/log-requests.ts";
import { Axis, untangled } from "../report/timeline.ts";
import type { Timeline, TimelineItem, TimelineLane } from "../report/timeline.ts";
import { shownLine } from "./shown-text.ts";

/** The timeline of a finding's requests, with one row per writer and one for the versions. */
export function timelineOfRequests(
  title: string,
  requests: readonly FoundRequest[],
  illegal: ReadonlySet<FoundRequest>,
): Timeline {
  const axis = new Axis(requests.flatMap((request) => [request.invoke, request.return]));
  const writers = [...new Set(requests.map(({ by }) => writerName(by)))];
  const start = axis.start;
  return {
    title: shownLine(title, 160),
    times: axis.labels((time) => `+${(time - start).toFixed(1)} ms`),
    lanes: [
      ...writers.flatMap((writer) =>
        untangled({
          kind: "client",
          label: shownLine(writer, 80),
          items: requests
            .filter(({ by }) => writerName(by) === writer)
            .map((request) => itemOf(request, axis, illegal.has(request))),
        }),
      ),
      versionLane(requests, axis),
    ],
    note: `Times since ${new Date(start).toISOString()}. Requests marked ▲ caused the problem.`,
  };
}

function itemOf(request: FoundRequest, axis: Axis, isIllegal: boolean): TimelineItem {
  const { invoke, return: returned, outcome, verb, side, precondition } = request;
  const place = side === "main" ? verb : `${verb} ${side}`;
  return {
    from: axis.placeOf(invoke),
    to: axis.placeOf(returned),
    label: shownLine(precondition === undefined ? place : `${place} ${precondition}`, 40),
    text: shownLine(`${writerName(request.by)}: ${requestText(request)}`, 400),
    tone: outcome === "ok" ? "operation" : "refused",
    isIllegal,
  };
}

function versionLane(requests: readonly FoundRequest[], axis: Axis): TimelineLane {
  const writes = requests.filter(({ version, verb }) => version !== undefined && verb !== "read");
  return {
    kind: "versions",
    label: "versions",
    items: writes.map((request) => {
      const place = axis.placeOf(request.return);
      const replaced = writes.find(({ version }) => version === request.precondition);
      return {
        from: place,
        to: place,
        label: shownLine(request.version ?? "", 24),
        text: shownLine(
          `version ${request.version ?? ""}, written by ${writerName(request.by)}`,
          300,
        ),
        ...(replaced === undefined ? {} : { follows: axis.placeOf(replaced.return) }),
        tone: "version",
        isIllegal: false,
      };
    }),
  };
}

import { changingEvents, defineProxyFault, isAboutState } from "../proxy-fault.ts";

/** The cursor is taken for the first event that is still to come. */
export const resumeSkipsOne = defineProxyFault({
  name: "resume-skips-one",
  summary: "A watch from a version leaves out the first event after it.",
  breaks: ["watch.resumes-after-version", "watch.list-then-watch", "watch.resumes-from-bookmark"],
  begin: changingEvents(({ query }) => {
    let isFirst = query["resourceVersion"] !== undefined;
    return (event) => {
      if (!isFirst || !isAboutState(event)) return [event];
      isFirst = false;
      return [];
    };
  }),
});

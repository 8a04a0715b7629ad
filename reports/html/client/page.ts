import { startBlockTools } from "./block-tools.ts";
import { Filter } from "./filter.ts";
import { TimelineControl } from "./timeline-control.ts";

const form = document.querySelector<HTMLFormElement>("form.filters");
if (form !== null) new Filter(form).start();
for (const figure of document.querySelectorAll<HTMLElement>(".timeline")) {
  new TimelineControl(figure).start();
}
startBlockTools();

import { startBlockTools } from "./block-tools.ts";
import { Filter } from "./filter.ts";
import { Tabs } from "./tabs.ts";
import { TimelineControl } from "./timeline-control.ts";

const form = document.querySelector<HTMLFormElement>("form.filters");
if (form !== null) new Filter(form).start();
for (const figure of document.querySelectorAll<HTMLElement>(".timeline")) {
  new TimelineControl(figure).start();
}
for (const [place, group] of document.querySelectorAll<HTMLElement>("[data-tabs]").entries()) {
  new Tabs(group, `tabs-${place}`).start();
}
startBlockTools();

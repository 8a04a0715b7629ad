import { BlockTools } from "./block-tools.ts";
import { Filter } from "./filter.ts";
import { TimelineControl } from "./timeline-control.ts";

/**
 * The script of the page. It is made of the texts of classes that use nothing from outside, so it is
 * the same code that the compiler has seen, and needs no bundler.
 */
export const clientScript = `"use strict";
${[Filter, TimelineControl, BlockTools].map(String).join("\n")}
{
  const form = document.querySelector(".filters");
  if (form !== null) new Filter(window, form).start();
  for (const figure of document.querySelectorAll(".timeline")) {
    new TimelineControl(window, figure).start();
  }
  new BlockTools(window).start();
}
`;

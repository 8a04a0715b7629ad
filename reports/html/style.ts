import { baseStyle } from "./base-style.ts";
import { overviewStyle } from "./overview-style.ts";
import { requirementStyle } from "./requirement-style.ts";
import { timelineStyle } from "./timeline-style.ts";

/** The style of the page, in both colour schemes, on paper, and from 360 pixels on. */
export const style = `${baseStyle}${overviewStyle}${requirementStyle}${timelineStyle}`;

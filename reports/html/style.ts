import { baseStyle } from "./base-style.ts";
import { overviewStyle } from "./overview-style.ts";
import { requirementStyle } from "./requirement-style.ts";
import { timelineStyle } from "./timeline-style.ts";

export const style = `${baseStyle}${overviewStyle}${requirementStyle}${timelineStyle}`;

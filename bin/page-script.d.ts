import type { Plugin } from "vite";

export declare function pageScripts(): Plugin;

import { defineConfig } from "status-conformance/extend";
import acme from "./acme.ts";

export default defineConfig({ extensions: [acme] });

// Prints the SBOM of the package in CycloneDX: the production dependencies in package-lock.json. `npm sbom --omit dev`
// is not used, because it drops dependencies that a development dependency also needs. Deterministic for a given lock
// file.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
const made = spawnSync("npm", words, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
if (made.status !== 0) throw new Error(made.stderr);
const {
  serialNumber: _serial,
  metadata,
  components,
  dependencies,
  ...rest
} = JSON.parse(made.stdout);
const { timestamp: _made, ...about } = metadata;

const { name: ownName, packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
// npm uses the name of the folder.
about.component.name = ownName;
const shipped = new Set(
  Object.entries(packages)
    .filter(([path, { dev, devOptional, peer }]) => path !== "" && !(dev || devOptional || peer))
    .map(([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`),
);
const isShipped = ({ name, version }) => shipped.has(`${name}@${version}`);
const kept = components.filter(isShipped);
const refs = new Set([about.component["bom-ref"], ...kept.map((one) => one["bom-ref"])]);
const edges = dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));

const list = { ...rest, metadata: about, components: kept, dependencies: edges };
process.stdout.write(`${JSON.stringify(list, undefined, 2)}\n`);

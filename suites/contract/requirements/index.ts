import type { Feature } from "../vocabulary/features.ts";
import type { ExtensionRequirementId } from "../catalogue/extension-requirement.ts";
import type { Requirement } from "../catalogue/requirement.ts";
import { apply } from "./apply.ts";
import { authorization } from "./authorization.ts";
import { authorizationOrder } from "./authorization-order.ts";
import { allocation } from "./allocation.ts";
import { concurrency } from "./concurrency.ts";
import { concurrencyOptional } from "./concurrency-optional.ts";
import { concurrencyPatch } from "./concurrency-patch.ts";
import { concurrencyVersion } from "./concurrency-version.ts";
import { conditions } from "./conditions.ts";
import { controller } from "./controller.ts";
import { controllerGeneration } from "./controller-generation.ts";
import { controllerOwnership } from "./controller-ownership.ts";
import { controllerReport } from "./controller-report.ts";
import { controllerRetry } from "./controller-retry.ts";
import { deletion } from "./deletion.ts";
import { errors } from "./errors.ts";
import { errorsAddress } from "./errors-address.ts";
import { generation } from "./generation.ts";
import { isolation } from "./isolation.ts";
import { isolationIgnored } from "./isolation-ignored.ts";
import { kinds } from "./kinds.ts";
import { readiness } from "./readiness.ts";
import { semantics } from "./semantics.ts";
import { watch } from "./watch.ts";
import { watchOrder } from "./watch-order.ts";
import { watchResume } from "./watch-resume.ts";
import { watchSelection } from "./watch-selection.ts";
import { write } from "./write.ts";
import { writeApply } from "./write-apply.ts";
import { writeOptions } from "./write-options.ts";
import { writePatch } from "./write-patch.ts";

const endpoints = byId({
  ...write,
  ...writePatch,
  ...writeApply,
  ...writeOptions,
  ...apply,
  ...isolation,
  ...isolationIgnored,
  ...concurrency,
  ...concurrencyVersion,
  ...concurrencyPatch,
  ...concurrencyOptional,
  ...errors,
  ...errorsAddress,
  ...authorization,
  ...authorizationOrder,
  ...watch,
  ...watchOrder,
  ...watchResume,
  ...watchSelection,
  ...generation,
  ...conditions,
  ...kinds,
  ...readiness,
  ...allocation,
  ...deletion,
  ...semantics,
});

const controllers = byId({
  ...controller,
  ...controllerRetry,
  ...controllerOwnership,
  ...controllerGeneration,
  ...controllerReport,
});

/** Keeps only the ids in the type. The package would otherwise describe each requirement in its type declarations. */
function byId<Id extends string>(
  requirementsById: Readonly<Record<Id, Requirement>>,
): Readonly<Record<Id, Requirement>> {
  return requirementsById;
}

const catalogue = { ...endpoints, ...controllers };

export type EndpointRequirementId = keyof typeof endpoints;

export type ControllerRequirementId = keyof typeof controllers;

/** The id of a requirement in the catalogue: `area.slug`. */
export type CatalogueRequirementId = keyof typeof catalogue;

/** The id of a requirement from the catalogue or an extension. */
export type RequirementId = CatalogueRequirementId | ExtensionRequirementId;

/** The catalogue: every requirement by id, in display order. */
export const requirements: Readonly<Record<CatalogueRequirementId, Requirement>> = catalogue;

export function isRequirementId(text: string): text is CatalogueRequirementId {
  return Object.hasOwn(catalogue, text);
}

/** Returns the catalogue entry of a requirement. Returns undefined for requirements of extensions. */
export function inCatalogue(id: RequirementId): Requirement | undefined {
  return isRequirementId(id) ? requirements[id] : undefined;
}

/** All requirement ids in catalogue order. */
export const requirementIds: readonly CatalogueRequirementId[] =
  Object.keys(catalogue).filter(isRequirementId);

/** Whether a requirement demands a feature of every kind, rather than only applying to kinds that have it. */
export function isDemanded(feature: Feature): boolean {
  return requirementIds.some((id) => requirements[id].demands === feature);
}

export function isControllerRequirement(id: RequirementId): id is ControllerRequirementId {
  return Object.hasOwn(controllers, id);
}

/** The ids of the requirements for controllers, in catalogue order. */
export const controllerRequirementIds: readonly ControllerRequirementId[] =
  requirementIds.filter(isControllerRequirement);

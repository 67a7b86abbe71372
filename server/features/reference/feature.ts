import {
  cancellationReasonEndpoints,
  getReferenceData,
  officeEndpoints,
  subcompanyEndpoints,
  zoneEndpoints,
} from '#contract/reference.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeOffice, officeZoneTask } from './change-office.ts'
import { addReference, changeReference, referenceKinds, removeReference } from './change-reference.ts'
import { findReference } from './reference.queries.ts'

const routes: readonly Route[] = [
  buildRoute(getReferenceData, (ctx, _, { serving }) => findReference(ctx, serving.clock())),
  buildRoute(zoneEndpoints.add, addReference(referenceKinds.zones)),
  buildRoute(zoneEndpoints.change, changeReference(referenceKinds.zones)),
  buildRoute(zoneEndpoints.remove, removeReference(referenceKinds.zones)),
  buildRoute(officeEndpoints.add, addReference(referenceKinds.offices)),
  buildRoute(officeEndpoints.change, changeOffice),
  buildRoute(officeEndpoints.remove, removeReference(referenceKinds.offices)),
  buildRoute(subcompanyEndpoints.add, addReference(referenceKinds.subcompanies)),
  buildRoute(subcompanyEndpoints.change, changeReference(referenceKinds.subcompanies)),
  buildRoute(subcompanyEndpoints.remove, removeReference(referenceKinds.subcompanies)),
  buildRoute(cancellationReasonEndpoints.add, addReference(referenceKinds.cancellationReasons)),
  buildRoute(cancellationReasonEndpoints.change, changeReference(referenceKinds.cancellationReasons)),
  buildRoute(cancellationReasonEndpoints.remove, removeReference(referenceKinds.cancellationReasons)),
]

export const feature: Feature = { routes, tasks: [officeZoneTask] }

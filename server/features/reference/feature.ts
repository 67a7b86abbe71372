import * as contract from '#contract/reference.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeOffice, officeZoneTask } from './change-office.ts'
import { addReference, changeReference, referenceKinds, removeReference } from './change-reference.ts'
import { findReference } from './reference.queries.ts'

type ListEndpoints = typeof contract.contactTypeEndpoints
type ContactListKind = (typeof referenceKinds)['contactTypes' | 'contactWorks' | 'contactReferences' | 'contactSources']

const buildContactListRoutes = ({ add, change, remove }: ListEndpoints, kind: ContactListKind): Route[] => [
  buildRoute(add, addReference(kind)),
  buildRoute(change, changeReference(kind)),
  buildRoute(remove, removeReference(kind)),
]

const routes: readonly Route[] = [
  buildRoute(contract.getReferenceData, (ctx, _, { deps }) => findReference(ctx, deps.clock())),
  buildRoute(contract.zoneEndpoints.add, addReference(referenceKinds.zones)),
  buildRoute(contract.zoneEndpoints.change, changeReference(referenceKinds.zones)),
  buildRoute(contract.zoneEndpoints.remove, removeReference(referenceKinds.zones)),
  buildRoute(contract.officeEndpoints.add, addReference(referenceKinds.offices)),
  buildRoute(contract.officeEndpoints.change, changeOffice),
  buildRoute(contract.officeEndpoints.remove, removeReference(referenceKinds.offices)),
  buildRoute(contract.subcompanyEndpoints.add, addReference(referenceKinds.subcompanies)),
  buildRoute(contract.subcompanyEndpoints.change, changeReference(referenceKinds.subcompanies)),
  buildRoute(contract.subcompanyEndpoints.remove, removeReference(referenceKinds.subcompanies)),
  buildRoute(contract.cancellationReasonEndpoints.add, addReference(referenceKinds.cancellationReasons)),
  buildRoute(contract.cancellationReasonEndpoints.change, changeReference(referenceKinds.cancellationReasons)),
  buildRoute(contract.cancellationReasonEndpoints.remove, removeReference(referenceKinds.cancellationReasons)),
  ...buildContactListRoutes(contract.contactTypeEndpoints, referenceKinds.contactTypes),
  ...buildContactListRoutes(contract.contactWorkEndpoints, referenceKinds.contactWorks),
  ...buildContactListRoutes(contract.contactReferenceEndpoints, referenceKinds.contactReferences),
  ...buildContactListRoutes(contract.contactSourceEndpoints, referenceKinds.contactSources),
]

export const feature: Feature = { routes, tasks: [officeZoneTask] }

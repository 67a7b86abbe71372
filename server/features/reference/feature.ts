import { cancellationReasons, getReference, offices, subcompanies, zones } from '#contract/reference.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeOffice, officeTask } from './change-office.ts'
import { addReference, changeReference, kinds, removeReference } from './change-reference.ts'
import { findReference } from './reference.queries.ts'

const routes: readonly Route[] = [
  serve(getReference, (ctx, _, { serving }) => findReference(ctx, serving.clock())),
  serve(zones.add, addReference(kinds.zones)),
  serve(zones.change, changeReference(kinds.zones)),
  serve(zones.remove, removeReference(kinds.zones)),
  serve(offices.add, addReference(kinds.offices)),
  serve(offices.change, changeOffice),
  serve(offices.remove, removeReference(kinds.offices)),
  serve(subcompanies.add, addReference(kinds.subcompanies)),
  serve(subcompanies.change, changeReference(kinds.subcompanies)),
  serve(subcompanies.remove, removeReference(kinds.subcompanies)),
  serve(cancellationReasons.add, addReference(kinds.cancellationReasons)),
  serve(cancellationReasons.change, changeReference(kinds.cancellationReasons)),
  serve(cancellationReasons.remove, removeReference(kinds.cancellationReasons)),
]

export const feature: Feature = { routes, tasks: [officeTask] }

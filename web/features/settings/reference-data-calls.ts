import {
  cancellationReasonEndpoints,
  contactReferenceEndpoints,
  contactSourceEndpoints,
  contactTypeEndpoints,
  contactWorkEndpoints,
  officeEndpoints,
  type ReferenceData,
  subcompanyEndpoints,
  zoneEndpoints,
} from '#contract/reference.ts'
import { callEndpoint } from '#web/core/call.ts'

/** What the form of any kind holds; each kind asks for some of it. */
export type ReferenceFormValues = { name: string; zoneId: string; city: string; taxId: string; reason: string }
export const emptyReferenceValues: ReferenceFormValues = { name: '', zoneId: '', city: '', taxId: '', reason: '' }

export const referenceKinds = [
  'zones',
  'offices',
  'subcompanies',
  'cancellationReasons',
  'contactTypes',
  'contactWorks',
  'contactReferences',
  'contactSources',
] as const
export type ReferenceKind = (typeof referenceKinds)[number]
export type ReferenceRow<K extends ReferenceKind> = ReferenceData[K][number]

const trimToNull = (typed: string): string | null => typed.trim() || null
const toOfficeBody = ({ name, zoneId, city }: ReferenceFormValues) => ({ name, zoneId, city: trimToNull(city) })
const toCompanyBody = ({ name, taxId }: ReferenceFormValues) => ({
  name,
  taxId: trimToNull(taxId.replace(/[\s./-]/g, '')),
})

type ReferenceCalls<Row> = {
  add: (values: ReferenceFormValues) => Promise<unknown>
  change: (row: Row, values: ReferenceFormValues) => Promise<unknown>
  remove: (row: Row) => Promise<unknown>
}

type NamedEndpoints = typeof cancellationReasonEndpoints | typeof contactTypeEndpoints

/** Of what has a name and nothing else. */
const buildNamedCalls = (endpoints: NamedEndpoints): ReferenceCalls<{ id: string; name: string }> => ({
  add: ({ name }) => callEndpoint(endpoints.add, { body: { name } }),
  change: (row, { name }) =>
    callEndpoint(endpoints.change, { params: { id: row.id }, body: { before: { name: row.name }, after: { name } } }),
  remove: ({ id }) => callEndpoint(endpoints.remove, { params: { id } }, { refreshOnRefusal: true }),
})

/** The calls of each kind: a change says what was seen, so that it loses against one that came before. */
export const referenceCalls: { [K in ReferenceKind]: ReferenceCalls<ReferenceRow<K>> } = {
  zones: {
    add: ({ name }) => callEndpoint(zoneEndpoints.add, { body: { name } }),
    change: (row, { name }) =>
      callEndpoint(zoneEndpoints.change, {
        params: { id: row.id },
        body: { before: { name: row.name }, after: { name } },
      }),
    remove: ({ id }) => callEndpoint(zoneEndpoints.remove, { params: { id } }, { refreshOnRefusal: true }),
  },
  offices: {
    add: (values) => callEndpoint(officeEndpoints.add, { body: toOfficeBody(values) }),
    change: ({ id, name, zoneId, city }, values) =>
      callEndpoint(officeEndpoints.change, {
        params: { id },
        body: {
          before: { name, zoneId, city },
          after: toOfficeBody(values),
          reason: values.reason.trim() || undefined,
        },
      }),
    remove: ({ id }) => callEndpoint(officeEndpoints.remove, { params: { id } }, { refreshOnRefusal: true }),
  },
  subcompanies: {
    add: (values) => callEndpoint(subcompanyEndpoints.add, { body: toCompanyBody(values) }),
    change: ({ id, name, taxId }, values) =>
      callEndpoint(subcompanyEndpoints.change, {
        params: { id },
        body: { before: { name, taxId }, after: toCompanyBody(values) },
      }),
    remove: ({ id }) => callEndpoint(subcompanyEndpoints.remove, { params: { id } }, { refreshOnRefusal: true }),
  },
  cancellationReasons: buildNamedCalls(cancellationReasonEndpoints),
  contactTypes: buildNamedCalls(contactTypeEndpoints),
  contactWorks: buildNamedCalls(contactWorkEndpoints),
  contactReferences: buildNamedCalls(contactReferenceEndpoints),
  contactSources: buildNamedCalls(contactSourceEndpoints),
}

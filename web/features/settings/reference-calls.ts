import { cancellationReasons, offices, type Reference, subcompanies, zones } from '#contract/reference.ts'
import { call } from '#web/core/call.ts'

/** What the form of any kind holds; each kind asks for some of it. */
export type Values = { name: string; zoneId: string; city: string; taxId: string; reason: string }
export const emptyValues: Values = { name: '', zoneId: '', city: '', taxId: '', reason: '' }

export const kinds = ['zones', 'offices', 'subcompanies', 'cancellationReasons'] as const
export type Kind = (typeof kinds)[number]
export type RowOf<K extends Kind> = Reference[K][number]

const orNone = (typed: string): string | null => typed.trim() || null
const officeOf = ({ name, zoneId, city }: Values) => ({ name, zoneId, city: orNone(city) })
const companyOf = ({ name, taxId }: Values) => ({ name, taxId: orNone(taxId.replace(/[\s./-]/g, '')) })

type Calls<Row> = {
  add: (values: Values) => Promise<unknown>
  change: (row: Row, values: Values) => Promise<unknown>
  remove: (row: Row) => Promise<unknown>
}

/** The calls of each kind: a change says what was seen, so that it loses against one that came before. */
export const calls: { [K in Kind]: Calls<RowOf<K>> } = {
  zones: {
    add: ({ name }) => call(zones.add, { body: { name } }),
    change: (row, { name }) =>
      call(zones.change, { params: { id: row.id }, body: { before: { name: row.name }, after: { name } } }),
    remove: ({ id }) => call(zones.remove, { params: { id } }),
  },
  offices: {
    add: (values) => call(offices.add, { body: officeOf(values) }),
    change: ({ id, name, zoneId, city }, values) =>
      call(offices.change, {
        params: { id },
        body: { before: { name, zoneId, city }, after: officeOf(values), reason: values.reason.trim() || undefined },
      }),
    remove: ({ id }) => call(offices.remove, { params: { id } }),
  },
  subcompanies: {
    add: (values) => call(subcompanies.add, { body: companyOf(values) }),
    change: ({ id, name, taxId }, values) =>
      call(subcompanies.change, { params: { id }, body: { before: { name, taxId }, after: companyOf(values) } }),
    remove: ({ id }) => call(subcompanies.remove, { params: { id } }),
  },
  cancellationReasons: {
    add: ({ name }) => call(cancellationReasons.add, { body: { name } }),
    change: (row, { name }) =>
      call(cancellationReasons.change, {
        params: { id: row.id },
        body: { before: { name: row.name }, after: { name } },
      }),
    remove: ({ id }) => call(cancellationReasons.remove, { params: { id } }),
  },
}

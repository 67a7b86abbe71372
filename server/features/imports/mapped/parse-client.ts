import { listIdentityKinds } from '#contract/client-data/identity-kinds.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import type { RowSubject } from './import-handler-types.ts'
import { parsePersonCode } from './parse-values.ts'

/** What people call a column that says who somebody is. */
export const clientColumnHeadings = [
  'cliente',
  'cvl',
  'cvl cliente',
  'cvl del cliente',
  'codigo cliente',
  'codigo de cliente',
  'titular',
  'dni',
  'nif',
  'nie',
  'cif',
  'dni nif',
  'nif cif',
  'nif cliente',
  'documento',
  'numero de documento',
  'identificacion',
  'contribuinte',
  'codigo do cliente',
  'client',
  'client code',
  'customer',
  'tax id',
  'rfc',
  'curp',
]

/** A client as a file names them: by CVL, or by the number of a document, which is normalised as the record keeps it. */
export type NamedClient = { cvl: string; number: string }

/** A cell that names a client by CVL or identity number: it may be either, so both are given to look for. */
export const parseClientCode = (text: string, prefix: Prefix): NamedClient => {
  const bare = parsePersonCode(text)
  const { country } = tenantFacts[prefix]
  const kinds = (['person', 'company'] as const).flatMap((kind) => listIdentityKinds(country, kind))
  // The first kind of which it is one: the most telling ones stand first.
  const number = kinds.map((kind) => parseIdentityNumber(bare, kind)?.number).find((read) => read !== undefined) ?? bare
  return { cvl: text.trim().toUpperCase(), number }
}

export const toRowSubject = ({ cvl, number }: NamedClient): RowSubject => ({ clientCvl: cvl, clientNumber: number })

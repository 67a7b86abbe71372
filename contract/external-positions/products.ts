import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineList } from '../core/list.ts'
import { Id, MultiLineText, OneOrMore, SingleLineText } from '../core/values.ts'
import { externalKinds } from './kinds.ts'

const module = 'bt_Productos_Externos'

export const ExternalProductRow = z.object({
  id: Id,
  institution: z.string(),
  kind: z.enum(externalKinds),
  name: z.string(),
  /** What the institution offers, in the words of whoever noted it; empty where nobody has. */
  terms: z.string(),
  /** Takes no new positions. */
  isClosed: z.boolean(),
  version: z.number().int(),
})
export type ExternalProductRow = z.infer<typeof ExternalProductRow>

/** The same for everybody: whose clients have which is said by the positions. */
export const listExternalProducts = defineList({
  path: '/external-products',
  summary: 'The catalogue of products of other institutions',
  module,
  row: ExternalProductRow,
  texts: 'external-positions',
  columns: {
    institution: { width: 30 },
    name: { label: 'fields.productName', width: 36 },
    kind: { words: 'kinds', width: 20 },
    terms: { width: 60 },
    isClosed: { kind: 'boolean', label: 'fields.isClosed' },
  },
  filters: {
    search: z.string().trim().min(1).max(80).optional(),
    kind: OneOrMore(z.enum(externalKinds)).optional(),
    closed: z.stringbool().optional(),
  },
  sortable: ['institution', 'name'],
  defaultSort: { sort: 'institution', direction: 'asc' },
})

const ExternalProductFields = {
  institution: SingleLineText(1, 120),
  kind: z.enum(externalKinds),
  name: SingleLineText(1, 120),
  terms: MultiLineText(0, 1000),
}

const changes = ['externalPositions'] as const

/** `externalProduct.taken` where the institution has one of that name. */
export const addExternalProduct = defineEndpoint({
  method: 'POST',
  path: '/external-products',
  changes,
  summary: 'Add a product of another institution to the catalogue',
  module,
  action: 'create',
  body: z.strictObject(ExternalProductFields),
  output: z.object({ id: Id }),
})

/** `externalProduct.inUse` where another kind would turn what clients have into what they owe, or back. */
export const changeExternalProduct = defineEndpoint({
  method: 'PUT',
  path: '/external-products/:productId',
  changes,
  summary: 'Change a product of the catalogue: its positions follow',
  module,
  action: 'edit',
  params: z.object({ productId: Id }),
  body: z.strictObject({ version: z.number().int(), ...ExternalProductFields }),
  output: z.object({ version: z.number().int() }),
})

/** A closed one takes no new positions; those that it has stay as they are. */
export const setExternalProductClosed = defineEndpoint({
  method: 'PUT',
  path: '/external-products/:productId/closed',
  changes,
  summary: 'Close a product of the catalogue, or open it again',
  module,
  action: 'edit',
  params: z.object({ productId: Id }),
  body: z.strictObject({ version: z.number().int(), isClosed: z.boolean() }),
  output: z.object({ version: z.number().int() }),
})

import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, Instant, Money, OneOrMore, SingleLineText } from './core/values.ts'
import {
  externalClosingReasons,
  externalKinds,
  externalPositionStates,
  noExternalProduct,
} from './external-positions/kinds.ts'

const module = 'bt_Productos_Externos'

/** What narrows positions and their groups alike. */
const sharedFilters = {
  /** A part of the client's name or CVL. */
  search: z.string().trim().min(1).max(80).optional(),
  /** As `toInstitutionFilter` writes them. */
  institution: OneOrMore(z.string().min(1).max(400)).optional(),
  kind: OneOrMore(z.enum(externalKinds)).optional(),
  manager: OneOrMore(Id).optional(),
}

/** An id, or `noExternalProduct`. */
const ProductFilter = z.string().regex(/^(?:none|[1-9]\d{0,17})$/)

export const ExternalPositionRow = z.object({
  id: Id,
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  managerName: z.string().nullable(),
  institution: z.string(),
  kind: z.enum(externalKinds),
  /** Null where an import brought it. */
  productId: Id.nullable(),
  productName: z.string().nullable(),
  description: z.string(),
  since: BusinessDate.nullable(),
  state: z.enum(externalPositionStates),
  closedOn: BusinessDate.nullable(),
  closingReason: z.enum(externalClosingReasons).nullable(),
  valuedOn: BusinessDate.nullable(),
  /** What it is worth now, negative for what is owed; null once it is closed, and where nobody has said. */
  amount: Money.nullable(),
  /** What it was worth last, open or closed. */
  lastAmount: Money.nullable(),
  version: z.number().int(),
})
export type ExternalPositionRow = z.infer<typeof ExternalPositionRow>

export const listExternalPositions = defineList({
  path: '/external-positions',
  summary: 'What clients have and owe at other institutions',
  module,
  row: ExternalPositionRow,
  texts: 'external-positions',
  columns: {
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    managerName: { label: 'fields.manager', width: 28 },
    institution: { width: 30 },
    productName: { label: 'fields.product', width: 34 },
    kind: { words: 'kinds', width: 20 },
    description: { width: 34 },
    since: { kind: 'date' },
    state: { words: 'states', width: 12 },
    closedOn: { kind: 'date' },
    closingReason: { words: 'closingReasons', width: 28 },
    valuedOn: { kind: 'date' },
    amount: { kind: 'money' },
    lastAmount: { kind: 'money' },
  },
  filters: {
    ...sharedFilters,
    product: OneOrMore(ProductFilter).optional(),
    state: OneOrMore(z.enum(externalPositionStates)).optional(),
    /** Held since, both days included. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** Last valued before this day, or never. */
    valuedBefore: FilterDay.optional(),
  },
  sortable: ['clientName', 'institution', 'since', 'valuedOn', 'amount'],
  totals: z.object({ amount: Money }),
})

const ExternalGroupFigures = {
  /** Open ones. */
  positions: z.number().int(),
  clients: z.number().int(),
  assets: Money,
  /** Negative, as in the rows. */
  debts: Money,
  net: Money,
}
const groupColumns = {
  positions: { kind: 'integer' },
  clients: { kind: 'integer' },
  assets: { kind: 'money' },
  debts: { kind: 'money' },
  net: { kind: 'money' },
} as const
/** A client with positions in two groups counts in each: their number has no sum. */
const groupTotals = z.object({ positions: z.number().int(), assets: Money, debts: Money, net: Money })

export const ExternalProductGroup = z.object({
  /** Of the product; `none` for what imports brought without one. */
  id: z.union([Id, z.literal(noExternalProduct)]),
  /** Null for what has none. */
  productName: z.string().nullable(),
  institution: z.string().nullable(),
  kind: z.enum(externalKinds).nullable(),
  ...ExternalGroupFigures,
})
export type ExternalProductGroup = z.infer<typeof ExternalProductGroup>

export const listExternalByProduct = defineList({
  path: '/external-positions/by-product',
  summary: 'Open positions at other institutions, added up by product',
  module,
  row: ExternalProductGroup,
  texts: 'external-positions',
  columns: {
    institution: { width: 30 },
    productName: { label: 'fields.product', width: 34 },
    kind: { words: 'kinds', width: 20 },
    ...groupColumns,
  },
  filters: sharedFilters,
  sortable: ['net', 'productName', 'institution', 'positions', 'clients'],
  defaultSort: { sort: 'net', direction: 'desc' },
  totals: groupTotals,
})

export const ExternalInstitutionGroup = z.object({
  /** Its name, as a filter writes it. */
  id: z.string(),
  institution: z.string(),
  ...ExternalGroupFigures,
})
export type ExternalInstitutionGroup = z.infer<typeof ExternalInstitutionGroup>

export const listExternalByInstitution = defineList({
  path: '/external-positions/by-institution',
  summary: 'Open positions at other institutions, added up by institution',
  module,
  row: ExternalInstitutionGroup,
  texts: 'external-positions',
  columns: { institution: { width: 34 }, ...groupColumns },
  filters: sharedFilters,
  sortable: ['net', 'institution', 'positions', 'clients'],
  defaultSort: { sort: 'net', direction: 'desc' },
  totals: groupTotals,
})

export const getExternalPositionOptions = defineEndpoint({
  method: 'GET',
  path: '/external-positions/options',
  summary: 'Institutions, products and managers to choose positions by, and products to note one of',
  module,
  action: 'view',
  output: z.object({
    /** Those of the catalogue, and those where a visible client has something. */
    institutions: z.array(z.string()),
    products: z.array(
      z.object({
        id: Id,
        institution: z.string(),
        name: z.string(),
        kind: z.enum(externalKinds),
        isClosed: z.boolean(),
      }),
    ),
    managers: z.array(z.object({ id: Id, name: z.string() })),
  }),
})

const positionParams = z.object({ clientId: Id, positionId: Id })
const changes = ['externalPositions'] as const
const editAccess = { module, action: 'edit' } as const
const Version = z.number().int()
/** What it is worth, or what is left of a debt: never negative. */
const ValuedAmount = Money.refine((value) => !value.startsWith('-'), { params: { field: 'too_small' } })

export const ExternalPositionDetail = ExternalPositionRow.extend({
  /** In the words of an import, where one brought it. */
  sourceStatus: z.string().nullable(),
  /** The latest day first; negative for what is owed. */
  values: z.array(
    z.object({
      asOf: BusinessDate,
      amount: Money,
      notedAt: Instant,
      /** Null where an import brought it. */
      byName: z.string().nullable(),
    }),
  ),
})
export type ExternalPositionDetail = z.infer<typeof ExternalPositionDetail>

export const getExternalPosition = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/external-positions/:positionId',
  summary: 'One position of a client elsewhere, with all its values',
  module,
  action: 'view',
  params: positionParams,
  output: ExternalPositionDetail,
})

const positionFields = {
  productId: Id,
  /** Its number there, for example. */
  description: SingleLineText(0, 200),
  since: BusinessDate.nullable(),
}

/** `externalProduct.closed` where the product takes no new ones. */
export const addExternalPosition = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/external-positions',
  changes,
  summary: 'Note what a client has or owes elsewhere, with its first value',
  module,
  action: 'create',
  idempotent: true,
  params: z.object({ clientId: Id }),
  body: z.strictObject({ ...positionFields, amount: ValuedAmount, asOf: BusinessDate }),
  output: z.object({ id: Id }),
})

export const changeExternalPosition = defineEndpoint({
  method: 'PUT',
  path: '/clients/:clientId/external-positions/:positionId',
  changes,
  summary: 'Change what a position is of, and since when',
  ...editAccess,
  params: positionParams,
  body: z.strictObject({ version: Version, ...positionFields }),
  output: z.object({ version: Version }),
})

/** A second value of the same day takes the place of the first. `externalPosition.closed` once it is over. */
export const valueExternalPosition = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/external-positions/:positionId/values',
  changes,
  summary: 'Note what a position is worth on a day',
  ...editAccess,
  params: positionParams,
  body: z.strictObject({ version: Version, amount: ValuedAmount, asOf: BusinessDate }),
  output: z.object({ version: Version }),
})

/** For a value of a wrong day. `externalPosition.lastValue`: a position without any would say nothing. */
export const removeExternalValue = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/external-positions/:positionId/values/removal',
  changes,
  summary: 'Take away the value of a day',
  ...editAccess,
  params: positionParams,
  body: z.strictObject({ version: Version, asOf: BusinessDate }),
  output: z.object({ version: Version }),
})

export const closeExternalPosition = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/external-positions/:positionId/closing',
  changes,
  summary: 'Close a position: it counts no more, and its values stay',
  ...editAccess,
  params: positionParams,
  body: z.strictObject({ version: Version, closedOn: BusinessDate, reason: z.enum(externalClosingReasons) }),
  output: z.object({ version: Version }),
})

/** `externalPosition.open` where it is open. */
export const reopenExternalPosition = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/external-positions/:positionId/reopening',
  changes,
  summary: 'Open a closed position again',
  ...editAccess,
  params: positionParams,
  body: z.strictObject({ version: Version }),
  output: z.object({ version: Version }),
})

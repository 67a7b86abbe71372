import { z } from 'zod'
import { defineList } from '../core/list.ts'
import { BusinessDate, Cvl, Id, Money, OneOrMore } from '../core/values.ts'

/** What became of an account when its term was over. Waiting: its instruction could not be carried out, and nobody has decided since. */
export const maturedResults = ['renewed', 'transferred', 'paid', 'waiting'] as const
export type MaturedResult = (typeof maturedResults)[number]

export const MaturedRow = z.object({
  /** Of the account whose term was over. */
  id: Id,
  accountNumber: z.string(),
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  managerName: z.string().nullable(),
  productName: z.string(),
  closedOn: BusinessDate,
  result: z.enum(maturedResults),
  /** What left the account within the twelve months. */
  matured: Money,
  /** Of what matured, what went on into another account within the twelve months. */
  renewed: Money,
  /** The account that it went on into; null where there is none, or another system opened it. */
  renewedNumber: z.string().nullable(),
})
export type MaturedRow = z.infer<typeof MaturedRow>

export const listMatured = defineList({
  path: '/maturities/matured',
  summary: 'Accounts that matured in twelve months, and what of their money stayed',
  module: 'bt_Vencimientos',
  row: MaturedRow,
  texts: 'maturities',
  columns: {
    closedOn: { kind: 'date' },
    result: { words: 'results', width: 24 },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    accountNumber: { label: 'fields.account', width: 24, neverCut: true },
    productName: { label: 'fields.product', width: 24 },
    matured: { kind: 'money' },
    renewed: { kind: 'money' },
    renewedNumber: { width: 24 },
    managerName: { label: 'fields.manager', width: 30 },
  },
  filters: {
    search: z.string().trim().min(1).max(80).optional(),
    /** The last of the twelve months, 'YYYY-MM'. Without it, and of the month that runs, they end today: as the key figure has it. */
    month: z
      .string()
      .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/)
      .optional(),
    result: OneOrMore(z.enum(maturedResults)).optional(),
  },
  sortable: ['closedOn', 'matured', 'renewed'],
  defaultSort: { sort: 'closedOn', direction: 'desc' },
  totals: z.object({ matured: Money, renewed: Money }),
})

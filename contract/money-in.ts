import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { Amount, BusinessDate, Id } from './core/values.ts'

/** A movement is found by what the bank, or whoever brought the money, calls it. */
export const Reference = z.string().trim().min(3).max(140)

/**
 * Money that came in, noted by hand. It is booked today; interest counts from the value date, which lies neither in the future nor
 * before the account was opened; of one that has yet to open, no further back than an offer lasts.
 */
export const addContribution = endpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/contributions',
  summary: 'Note a contribution that came in',
  module: 'bt_Ingresos',
  action: 'create',
  idempotent: true,
  params: z.object({ clientId: Id, accountId: Id }),
  body: z.object({ amount: Amount, valueDate: BusinessDate, reference: Reference }),
  output: z.object({ journalId: Id }),
})

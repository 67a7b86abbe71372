import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { BusinessDate, EightDecimalAmount, Id, Money, Rate } from '../core/values.ts'

/** How the interest of an account came to be: every stretch in which its capital stayed as it was. */
export const AccountInterest = z.object({
  /** Up to this day, which doesn't count itself. */
  asOf: BusinessDate,
  dayCount: z.enum(['ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA']),
  payout: z.enum(['monthly', 'quarterly', 'half_yearly', 'yearly', 'at_maturity']),
  /** False for what never earns: accounts that came from another bank. */
  accrues: z.boolean(),
  rate: Rate,
  bonusRate: Rate,
  /** Effective yearly rate of what was agreed, before tax (TAE); null where nothing is earned or it isn't open yet. */
  effectiveRate: Rate.nullable(),
  lines: z.array(
    z.object({
      from: BusinessDate,
      /** The first day that the line doesn't cover. */
      to: BusinessDate,
      /** As the day count counts them. */
      days: z.number().int(),
      capital: Money,
      /** Exact, unrounded: rounding comes with posting. */
      interest: EightDecimalAmount,
      bonus: EightDecimalAmount,
    }),
  ),
  /** Of all lines, to the cent. */
  earned: Money,
  /** Interest and bonus in the books up to the day. */
  posted: Money,
  /** Earned and not posted. */
  accrued: Money,
  /** posted + accrued. */
  toDate: Money,
  /** When interest is paid next; null where it never is any more. */
  nextPayoutOn: BusinessDate.nullable(),
})
export type AccountInterest = z.infer<typeof AccountInterest>

/** Of today unless a day is given: one that is past shows what was earned by then, one to come what will be if nothing moves. */
export const getAccountInterest = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/interest',
  summary: 'The interest of an account up to a day, explained line by line',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: z.object({ clientId: Id, accountId: Id }),
  query: z.object({ asOf: BusinessDate.optional() }),
  output: AccountInterest,
})

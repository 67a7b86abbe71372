import type { getChart } from '#contract/accounting.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { LedgerCode } from '#contract/journals.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findBalances } from './ledger-sums.ts'
import { findClosedThrough } from './period.ts'

export const findChart = async (ctx: Ctx, { query }: Parsed<typeof getChart>): Promise<Answer<typeof getChart>> => {
  const asOf = query.asOf ?? ctx.businessDate
  const accounts = await ctx.db.selectFrom('ledgerAccount').select(['id', 'code']).orderBy('id').execute()
  const balances = await findBalances(ctx.db, asOf)
  return {
    asOf,
    closedThrough: await findClosedThrough(ctx.db),
    ledgers: accounts.map(({ id, code }) => ({ code: code as LedgerCode, balance: balances.get(id) ?? '0.00' })),
  }
}

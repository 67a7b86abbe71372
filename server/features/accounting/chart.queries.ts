import { sql } from 'kysely'
import type { getChart } from '#contract/accounting.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { firstAdded } from './ledger-accounts.ts'
import { findBalances } from './ledger-sums.ts'
import { findClosedThrough } from './period.ts'

export const findChart = async (ctx: Ctx, { query }: Parsed<typeof getChart>): Promise<Answer<typeof getChart>> => {
  const asOf = query.asOf ?? ctx.businessDate
  const accounts = await ctx.db
    .selectFrom('ledgerAccount')
    .select(['id', 'code', 'name', 'retiredAt'])
    .orderBy(sql`case when id >= ${firstAdded} then code end nulls first`)
    .orderBy('id')
    .execute()
  const balances = await findBalances(ctx.db, asOf)
  return {
    asOf,
    closedThrough: await findClosedThrough(ctx.db),
    ledgers: accounts
      .map(({ id, ...account }) => ({ ...account, balance: balances.get(id) ?? '0.00' }))
      // A retired account is told while something stands on it.
      .filter(({ retiredAt, balance }) => retiredAt === null || /[1-9]/.test(balance))
      .map(({ retiredAt: _, ...account }) => account),
  }
}

import { sql } from 'kysely'
import type { getChartOfAccounts } from '#contract/accounting.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findClosedThrough } from './accounting-period.ts'
import { firstAddedLedgerId } from './ledger-accounts.ts'
import { findLedgerBalances } from './ledger-sums.ts'

export const findChartOfAccounts = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof getChartOfAccounts>,
): Promise<ResponseBody<typeof getChartOfAccounts>> => {
  const asOf = query.asOf ?? ctx.businessDate
  const accounts = await ctx.db
    .selectFrom('ledgerAccount')
    .select(['id', 'code', 'name', 'retiredAt'])
    .orderBy(sql`case when id >= ${firstAddedLedgerId} then code end nulls first`)
    .orderBy('id')
    .execute()
  const balances = await findLedgerBalances(ctx.db, asOf)
  return {
    asOf,
    closedThrough: await findClosedThrough(ctx.db),
    ledgers: accounts
      .map(({ id, ...account }) => ({ ...account, balance: balances.get(id) ?? '0.00' }))
      // A retired account is told while something stands on it.
      .filter(({ retiredAt, balance }) => retiredAt === null || /[1-9]/.test(balance))
      .map(({ retiredAt, ...account }) => account),
  }
}

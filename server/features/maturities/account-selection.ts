import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { type instructMaturities, listMaturities } from '#contract/maturities.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { createFilterDayResolver } from '#server/core/filter-days.ts'
import { buildRelatedAccountsRefusal, findRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { queryMatchingMaturities } from './maturities.queries.ts'

const resolveFilterDays = createFilterDayResolver(listMaturities.filters)

/** So many at once, and no more. */
const maxChosenAccounts = 1000

/** Those of these accounts that the call may be about, by ascending id; 404 where one of them isn't. */
export const findVisibleAccountIds = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const rows = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .where('a.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select('a.id')
    .orderBy('a.id')
    .execute()
  if (rows.length < new Set(ids).size) throw buildRefusal('notFound')
  return rows.map(({ id }) => id)
}

type AccountSelection = ParsedRequest<typeof instructMaturities>['body']['choice']

/** The accounts of a choice: those named, or all that match a filter of the list. */
export const resolveAccountSelection = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  choice: AccountSelection,
): Promise<string[]> => {
  if (choice.by === 'accounts') return findVisibleAccountIds(tx, ctx, choice.accountIds)
  const rows = await queryMatchingMaturities({ ...ctx, db: tx }, resolveFilterDays(choice.filter, ctx))
    .select('a.id')
    .orderBy('a.id')
    .limit(maxChosenAccounts + 1)
    .execute()
  if (rows.length > maxChosenAccounts) throw buildRefusal('request.invalid', { fields: { choice: 'too_big' } })
  return rows.map(({ id }) => id)
}

/**
 * The accounts of a choice that the person may write on, and those that are their own or a relative's. A filter finds those too, and leaves
 * them out. Throws `approval.ownRecord`, naming them, where they were named by their ids, or nothing else is left.
 */
export const resolveWritableAccounts = async (tx: Kysely<DB>, ctx: Ctx, choice: AccountSelection) => {
  const ids = await resolveAccountSelection(tx, ctx, choice)
  const own = await findRelatedAccounts(tx, ctx, ids)
  const isOwn = new Set(own.map(({ id }) => id))
  if (own.length > 0 && (choice.by === 'accounts' || own.length === ids.length)) throw buildRelatedAccountsRefusal(own)
  return { ids: ids.filter((id) => !isOwn.has(id)), own }
}

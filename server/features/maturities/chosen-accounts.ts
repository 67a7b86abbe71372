import { type Kysely, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { instructMaturities } from '#contract/maturities.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { findOwnAccounts, refuseOwnAccounts } from '#server/domain/too-near.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { matching } from './maturities.queries.ts'

/** So many at once, and no more. */
const most = 1000

/** Those of these accounts that the call may be about, by ascending id; 404 where one of them isn't. */
export const visibleAccounts = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const rows = await visibleClients({ db: tx, reaches: ctx.reaches })
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .where('a.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select('a.id')
    .orderBy('a.id')
    .execute()
  if (rows.length < new Set(ids).size) throw refuse('notFound')
  return rows.map(({ id }) => id)
}

type Choice = Parsed<typeof instructMaturities>['body']['choice']

/** The accounts of a choice: those named, or all that match a filter of the list. */
export const chooseAccounts = async (tx: Kysely<DB>, ctx: Ctx, choice: Choice): Promise<string[]> => {
  if (choice.by === 'accounts') return visibleAccounts(tx, ctx, choice.accountIds)
  const rows = await matching({ ...ctx, db: tx }, choice.filter)
    .select('a.id')
    .orderBy('a.id')
    .limit(most + 1)
    .execute()
  if (rows.length > most) throw refuse('request.invalid', { fields: { choice: 'too_big' } })
  return rows.map(({ id }) => id)
}

/**
 * The accounts of a choice that the person may write on, and those that are their own or a relative's. A filter finds those too, and leaves
 * them out. Throws `approval.ownRecord`, naming them, where they were named by their ids, or nothing else is left.
 */
export const chooseWritable = async (tx: Kysely<DB>, ctx: Ctx, choice: Choice) => {
  const ids = await chooseAccounts(tx, ctx, choice)
  const own = await findOwnAccounts(tx, ctx, ids)
  const isOwn = new Set(own.map(({ id }) => id))
  if (own.length > 0 && (choice.by === 'accounts' || own.length === ids.length)) throw refuseOwnAccounts(own)
  return { ids: ids.filter((id) => !isOwn.has(id)), own }
}

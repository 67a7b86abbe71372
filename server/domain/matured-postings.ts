import { type SqlBool, sql } from 'kysely'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { maturityJournalSource } from './renewal.ts'
import { selectVisibleClients } from './visibility.ts'

/** The posting `l` takes what waited in the payable into another account. */
const isRenewedLaterSql = sql`l.ledger = ${sql.lit(ledgers.payable)} and j.source = ${maturityJournalSource} and m.released_at is not null and m.renewed_id is not null`

/** The postings `l` by which money left the visible accounts `a` whose term was over, since that day: the one source of the rate and of its rows. */
export const selectMaturedPostings = (ctx: Pick<Ctx, 'db' | 'scopes'>, from: string) =>
  selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('posting as l', 'l.accountId', 'a.id')
    .innerJoin('journal as j', 'j.id', 'l.journalId')
    .leftJoin('maturity as m', 'm.accountId', 'a.id')
    .where('a.status', '=', 'expired')
    .where(sql<SqlBool>`a.closed_on >= ${from}::date and l.booking_date >= ${from}::date and l.amount > 0`)
    .where(sql<SqlBool>`(l.ledger = ${sql.lit(ledgers.capital)} or (${isRenewedLaterSql}))`)
    .where('j.kind', 'in', ['transfer', 'maturity'])

/** Of these postings, what matured. */
export const maturedSumSql = sql<string>`coalesce(sum(l.amount) filter (where l.ledger = ${sql.lit(ledgers.capital)}), 0)::numeric(18, 2)`
/** Of these postings, what went on into another account. */
export const renewedSumSql = sql<string>`coalesce(sum(l.amount) filter (where j.kind = 'transfer'), 0)::numeric(18, 2)`

import { sql } from 'kysely'
import type { ClientAccount } from '#contract/clients/client.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { AccountState, HolderRole } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { splitByShares, toShareParts } from '#rules/shares.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { type AccrualFacts, calculateEarnedInterest, calculateInterestSums } from './account-interest.ts'
import { interestColumns, interestTotalsJoin } from './interest-columns.ts'
import { selectVisibleClients } from './visibility.ts'

/** Everything about an account as it stood at the end of a day, as booked up to it. */
export type PositionAccount = {
  id: string
  number: string
  productName: string
  status: Exclude<AccountState, 'draft'>
  openedOn: string | null
  expiresOn: string | null
  /** Null while it was open. */
  closedOn: string | null
  rate: string
  bonusRate: string
  principal: string
  balance: string
  interestToDate: string
  /** The client's part in it. */
  role: HolderRole
  holders: ClientAccount['holders']
}

type HolderRow = { id: string | null; name: string; role: HolderRole; share: string | null }
type PositionRow = Omit<AccrualFacts, 'status'> & {
  clientId: string
  id: string
  number: string
  productName: string
  state: AccountState
  principal: string
  balance: string
  role: HolderRole
  holders: HolderRow[]
}

/** The state in which an account was on a day: what became of it later doesn't count. Of some that were imported the end has no day. */
const findStateOn = ({ state, openedOn, closedOn }: PositionRow, asOf: string): PositionAccount['status'] => {
  if (state === 'draft' || state === 'pending') return 'pending'
  const isOver = closedOn === null ? state !== 'active' : closedOn <= asOf
  if (isOver) return state === 'canceled' ? 'canceled' : 'expired'
  return openedOn !== null && openedOn <= asOf ? 'active' : 'pending'
}

/** What of the balance is whose, by the shares of all; those outside of the caller's scope are shown by name alone. */
const splitAmongHolders = (balance: string, holders: readonly HolderRow[]): ClientAccount['holders'] => {
  const shares = holders.flatMap(({ share }) => (share === null ? [] : [toShareParts(share)]))
  const parts = splitByShares(toCents(balance), shares).values()
  return holders.map((holder) => {
    const part = holder.share === null ? null : centsToAmount(parts.next().value!)
    return holder.id === null ? { ...holder, share: null, part: null } : { ...holder, part }
  })
}

const toPositionAccount = ({ prefix }: Pick<Ctx, 'prefix'>, row: PositionRow, asOf: string): PositionAccount => {
  const status = findStateOn(row, asOf)
  const closedOn = row.closedOn !== null && row.closedOn <= asOf ? row.closedOn : null
  const facts: AccrualFacts = { ...row, closedOn, status }
  const { id, number, productName, openedOn, expiresOn, rate, bonusRate, principal, balance, role } = row
  const earned = calculateEarnedInterest(facts, tenantFacts[prefix].country, asOf)
  return {
    id,
    number,
    productName,
    status,
    openedOn,
    expiresOn,
    closedOn,
    rate,
    bonusRate,
    principal,
    balance,
    role,
    interestToDate: calculateInterestSums(facts, earned).toDate,
    holders: splitAmongHolders(balance, row.holders),
  }
}

/** What stood in the account `a` at the end of a day. */
const balanceOnSql = (asOf: string) => sql`(
  select coalesce(-sum(l.amount), 0)::numeric(18, 2)::text as balance,
         coalesce(-sum(l.amount) filter (where is_principal(j.kind)), 0)::numeric(18, 2)::text as principal
    from posting l join journal j on j.id = l.journal_id
   where l.account_id = a.id and l.ledger = ${sql.lit(ledgers.capital)} and l.booking_date <= ${asOf})`

/** Of the account `a`; JSON made in the database would write numbers, so ids and shares are text. */
const holdersSql = (ctx: Pick<Ctx, 'db' | 'scopes'>) => sql`(
  select json_agg(json_build_object('id', seen.client_id::text, 'name', ${naturalNameSql('holder')}, 'role', h.role, 'share', h.share::text)
                  order by h.role, h.client_id)
    from account_holder h join client holder on holder.id = h.client_id
    left join (${selectVisibleClients(ctx).select('c.clientId')}) seen on seen.client_id = h.client_id
   where h.account_id = a.id and h.role <> 'authorised')`

/**
 * The accounts that these clients held on a day, all figures as booked up to it; the newest first. Whoever is merely authorised on an account holds
 * nothing of it, and a draft is nobody's yet. The caller has seen to it that the clients may be seen.
 */
export const findClientPositions = async (
  ctx: Pick<Ctx, 'db' | 'scopes' | 'prefix'>,
  clientIds: readonly string[],
  asOf: string,
): Promise<ReadonlyMap<string, PositionAccount[]>> => {
  const upToDay = sql`l.booking_date <= ${asOf}`
  const { rows } = await sql<PositionRow>`
    select mine.client_id as "clientId", mine.role, a.id, a.number, p.name as "productName", a.status as state, a.closed_on as "closedOn",
           ${interestColumns}, s.principal, s.balance, ${holdersSql(ctx)} as holders
      from account_holder mine
      join account a on a.id = mine.account_id
      join product p on p.id = a.product_id
      join account_terms t on t.account_id = a.id
      left join lateral ${interestTotalsJoin({ lines: upToDay, withMoves: sql`t.accrues` })} m on true
      cross join lateral ${balanceOnSql(asOf)} s
     where mine.client_id = any(${[...clientIds]}::bigint[]) and mine.role <> 'authorised' and a.status <> 'draft'
       and (a.opened_on <= ${asOf} or a.created_at < (${asOf}::date + 1)::timestamp at time zone ${tenantFacts[ctx.prefix].timeZone})
     order by mine.client_id, a.opened_on desc nulls first, a.id desc`.execute(ctx.db)
  const positions = new Map<string, PositionAccount[]>(clientIds.map((id) => [id, []]))
  for (const row of rows) positions.get(row.clientId)!.push(toPositionAccount(ctx, row, asOf))
  return positions
}

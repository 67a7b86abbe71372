import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { AccountMargin, getAccountMargin } from '#contract/profitability.ts'
import { calculateAccountMargin, type DirectCost, type TransferRate } from '#rules/account-margin.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { formatScaledDecimal } from '#rules/cents.ts'
import { toRateMillionths } from '#rules/day-count.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { toInterestTerms } from '#server/domain/account-interest.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { selectClientsOn } from '#server/domain/figure-scope.ts'
import { type InterestColumnValues, interestColumns, interestTotalsJoin } from '#server/domain/interest-columns.ts'
import { costedKindsSql, type MarginRequest } from './account-margins.ts'
import { resolveMarginRequest } from './profitability.queries.ts'

type AccountFacts = Omit<InterestColumnValues, 'interest' | 'bonus'> &
  Omit<AccountMargin['account'], 'endsOn' | 'openedOn'> & {
    openedOn: string
    closedOn: string | null
    status: 'active' | 'expired' | 'canceled'
    transferRates: TransferRate[]
    directCosts: DirectCost[]
    movementDays: string[]
  }

/** The account with all that its margin is reckoned from; 404 where it isn't among those that count. */
const findAccountFacts = async (
  { ctx, people, from, through }: MarginRequest,
  accountId: string,
): Promise<AccountFacts> => {
  const clients = selectClientsOn({ ctx, people }, through).select('c.clientId')
  const mayOpen = isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`a.client_id`)
  const { rows } = await sql<AccountFacts>`
    select a.id, a.number, ${fullNameSql('client')} as "clientName", case when ${mayOpen} then a.client_id end as "clientId",
           p.id as "productId", p.name as "productName", coalesce(a.term_months, p.term_months)::int as "termMonths",
           a.closed_on as "closedOn", a.status, ${interestColumns},
           coalesce((select json_agg(json_build_object('termMonths', r.term_months, 'validFrom', r.valid_from, 'rate', r.rate::text))
                       from transfer_rate r where r.product_id = p.id), '[]') as "transferRates",
           coalesce((select json_agg(json_build_object('kind', k.kind, 'validFrom', k.valid_from, 'amount', k.amount::text))
                       from direct_cost k where k.product_id = p.id), '[]') as "directCosts",
           coalesce((select json_agg(j.booking_date) from posting l join journal j on j.id = l.journal_id
                      where l.account_id = a.id and l.booking_date between ${from}::date and ${through}::date and l.ledger = ${sql.lit(ledgers.capital)}
                        and j.kind in ${costedKindsSql} and j.reverses_id is null), '[]') as "movementDays"
      from account a
      join account_terms t on t.account_id = a.id
      join product p on p.id = a.product_id
      join client on client.id = a.client_id
      left join lateral ${interestTotalsJoin()} m on true
     where a.id = ${accountId} and a.status in ('active', 'expired', 'canceled') and a.opened_on is not null
       and a.client_id in (${clients})`.execute(ctx.db)
  const found = rows[0]
  if (!found) throw buildRefusal('notFound')
  return found
}

const toDayBefore = (day: string): string => toIsoDate(parseDay(day) - 1)

/** One account in a range, with the stretches and costs that its margin is made of. */
export const findAccountMargin = async (
  ctx: Ctx,
  { params, query }: ParsedRequest<typeof getAccountMargin>,
): Promise<AccountMargin> => {
  const request = await resolveMarginRequest(ctx, query)
  const { from, through } = request
  const facts = await findAccountFacts(request, params.accountId)
  const {
    id,
    number,
    clientName,
    clientId,
    productId,
    productName,
    termMonths,
    dayCount,
    rate,
    bonusRate,
    openedOn,
    accrues,
  } = facts
  const terms = toInterestTerms(facts, tenantFacts[ctx.prefix].country)
  const { stretches, costLines, ...result } = calculateAccountMargin(
    { ...facts, terms, termMonths: termMonths ?? 0 },
    from,
    through,
  )
  return {
    account: {
      id,
      number,
      clientName,
      clientId,
      productId,
      productName,
      termMonths,
      dayCount,
      rate,
      bonusRate,
      clientRate: formatScaledDecimal(accrues ? toRateMillionths(rate) + toRateMillionths(bonusRate) : 0n, 6),
      openedOn,
      endsOn: terms.expiresOn,
    },
    from,
    through,
    days: Math.max(0, parseDay(through) - parseDay(from) + 1),
    ...result,
    stretches: stretches.map(({ to, ...stretch }) => ({ ...stretch, to: toDayBefore(to) })),
    costLines: costLines.map(({ to, validFrom: _, ...line }) => ({ ...line, to: toDayBefore(to) })),
  }
}

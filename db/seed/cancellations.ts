import type { Client } from 'pg'
import { buildMovesByValueDate } from '#db/earning.ts'
import type { ClientKind, DayCount } from '#db/types.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { calculateInterestCents, toDayCountPosition, toRateMillionths } from '#rules/day-count.ts'
import { ledgers } from '#rules/ledgers.ts'
import { listTaxRegions } from '#rules/tax-regions.ts'
import { calculateWithheldCents, findWithholdingRule } from '#rules/withholding.ts'
import { formatCents } from './copy.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'
import { readWithholdingLaw, type WithholdingLaw } from './withholding.ts'

const spanishTexts = {
  better_rate: 'Medio punto más si espera al vencimiento',
  renewal: 'Renovar ahora a un plazo más corto',
  call: 'Llamada para entender para qué lo necesita',
}
const textsByCountry = {
  ES: spanishTexts,
  PT: {
    better_rate: 'Mais meio ponto se esperar pelo vencimento',
    renewal: 'Renovar já para um prazo mais curto',
    call: 'Chamada para perceber para que precisa',
  },
  MX: spanishTexts,
}

type RetentionOffer = keyof typeof spanishTexts
/** What the demo's manager quoted, so many days ago, what was offered then, and whether the client stayed. */
const seededQuotes: readonly { ago: number; offer?: RetentionOffer; kept?: boolean }[] = [
  { ago: 0 },
  { ago: 0, offer: 'call', kept: false },
  { ago: 3 },
  { ago: 12, offer: 'renewal', kept: true },
  { ago: 20, offer: 'better_rate', kept: true },
]

/** Of clients of the demo's manager: accounts that could be left today, one of each client. */
const cancellableAccountsSql = `
  select distinct on (c.client_id) a.id, a.rate, a.bonus_rate as bonus, t.penalty_points as points, t.day_count as basis, a.opened_on::text as opened,
         client.id as client, client.kind, client.country, client.postal_code as postal, u.id as "user"
    from ${clientsOfSignInSql} and client.kyc_status in ('approved', 'verified')
     and (client.dni_permanent or client.dni_valid_until > $2::date)
    join account a on a.client_id = c.client_id and a.status = 'active' and a.expires_on > $2::date + 40 and a.opened_on < $2::date - 60
    join account_terms t on t.account_id = a.id and t.accrues and t.penalty_points > 0
    join account_balance b on b.account_id = a.id and b.balance >= 3000 and b.reserved = 0
   where u.email = $1 and not exists (select from account_holder h where h.account_id = a.id and h.role = 'holder')
   order by c.client_id desc, a.id limit ${seededQuotes.length}`

type CancellableAccount = {
  id: string
  rate: string
  bonus: string
  points: string
  basis: DayCount
  opened: string
  client: string
  kind: ClientKind
  country: string
  postal: string | null
  user: string
}
type BookedMove = { on: string; amount: string | null; interest: string | null; bonus: string | null; last: string }

const toCents = (amount: string): number => Math.round(Number(amount) * 100)

/** What stood in the account on each day, as far as it was booked by one: cents × parts of a year, or × days since a day. */
const sumBalances = (moves: readonly BookedMove[], from: string, to: string, at: (day: number) => number): number => {
  let sum = 0
  let balance = 0
  for (const [n, { on, amount }] of moves.entries()) {
    balance += toCents(amount ?? '0')
    const start = on > from ? on : from
    const end = moves[n + 1]?.on ?? to
    if (start < end) sum += balance * (at(parseDay(end)) - at(parseDay(start)))
  }
  return sum
}

const quoteCancellationOn = async (
  owner: Client,
  firm: SeedFirm,
  law: WithholdingLaw,
  account: CancellableAccount,
  day: string,
) => {
  const { rows: moves } = await owner.query<BookedMove>(
    `select greatest(d.value_date, a.opened_on)::text as on, d.amount, d.interest, d.bonus, d.last_journal as last
       from account a cross join lateral (${buildMovesByValueDate(String.raw, { lines: 'l.booking_date <= $2', paid: 'true' })}) d
      where a.id = $1 order by d.value_date`,
    [account.id, day],
  )
  const sum = (key: 'amount' | 'interest' | 'bonus') => moves.reduce((all, one) => all + toCents(one[key] ?? '0'), 0)
  const accrued = sumBalances(moves, account.opened, day, (at) => toDayCountPosition(account.basis, at))
  const rate = Number(toRateMillionths(account.rate))
  const less = Math.max(0, rate - Number(toRateMillionths(account.points)))
  const of = (micros: number) => Number(calculateInterestCents(accrued, micros, account.basis))
  const interest = of(rate)
  const bonus = of(Number(toRateMillionths(account.bonus)))
  const penalty = interest - of(less)
  const taxable = Math.max(0, interest + bonus - sum('interest') - sum('bonus') - penalty)
  const since = moves.findLast((one) => toCents(one.interest ?? '0') !== 0)?.on ?? account.opened
  const regions = listTaxRegions(firm.code, account.country, account.postal)
  const rule = findWithholdingRule(law.rules, law.payer, { kind: account.kind, regions }, day)!
  const centDays = sumBalances(moves, since, day, (at) => at)
  const withheld = Number(
    calculateWithheldCents(rule.basis, toRateMillionths(rule.rate), BigInt(taxable), BigInt(centDays)),
  )
  const part = {
    clientId: account.client,
    base: formatCents(taxable),
    basis: rule.basis,
    rate: rule.rate,
    region: rule.region,
  }
  const capital = sum('amount')
  const net = capital + interest + bonus - sum('interest') - sum('bonus') - penalty - withheld
  return {
    last: moves.reduce((most, one) => (BigInt(one.last) > BigInt(most) ? one.last : most), '0'),
    figures: [capital, interest, bonus, sum('interest'), sum('bonus'), penalty, withheld, net].map(formatCents),
    parts: JSON.stringify([{ ...part, source: rule.source, amount: formatCents(withheld) }]),
  }
}

/** Whoever left in the last year: what the books say of it. */
const insertExecutedQuotesSql = `
  insert into cancellation_quote (account_id, reason_id, state, quoted_on, quoted_at, quoted_by, last_journal, capital, interest, bonus,
    posted_interest, posted_bonus, penalty, withheld, net, tax_parts, executed_at, executed_by)
  select f.id, r.id, 'executed', f.closed_on, f.closed_on + time '09:30', f.manager, f.last_journal, f.capital, f.interest, f.bonus,
         f.posted_interest, f.posted_bonus, f.penalty, f.withheld,
         f.capital + f.interest + f.bonus - f.posted_interest - f.posted_bonus - f.penalty - f.withheld, '[]', f.closed_on + time '11:15', f.manager
    from (select a.id, a.closed_on, u.user_id as manager, row_number() over (order by a.id) as n, s.*
            from account a
            join client_list c on c.client_id = a.client_id
            left join employee e on e.id = c.manager_id
            left join registry.membership u on u.cvl = e.cvl and u.prefix = current_schema()
            cross join lateral (
              select coalesce(sum(-l.amount) filter (where l.ledger = ${ledgers.capital} and (l.booking_date < a.closed_on
                       or j.kind not in ('interest', 'bonus', 'withholding', 'penalty', 'cancellation'))), 0) as capital,
                     coalesce(sum(-l.amount) filter (where j.kind = 'interest'), 0) as interest,
                     coalesce(sum(-l.amount) filter (where j.kind = 'bonus'), 0) as bonus,
                     coalesce(sum(-l.amount) filter (where j.kind = 'interest' and l.booking_date < a.closed_on), 0) as posted_interest,
                     coalesce(sum(-l.amount) filter (where j.kind = 'bonus' and l.booking_date < a.closed_on), 0) as posted_bonus,
                     coalesce(sum(l.amount) filter (where j.kind = 'penalty'), 0) as penalty,
                     coalesce(sum(l.amount) filter (where j.kind = 'withholding' and l.booking_date = a.closed_on), 0) as withheld,
                     max(l.journal_id) filter (where l.booking_date < a.closed_on) as last_journal,
                     bool_or(j.kind = 'cancellation') as left_early
                from posting l join journal j on j.id = l.journal_id where l.account_id = a.id) s
           where a.status = 'canceled' and a.closed_on > $1::date - 365 and s.left_early and s.last_journal is not null) f
    join (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from cancellation_reason) r on r.n = f.n % r.many
   where f.capital + f.interest + f.bonus - f.posted_interest - f.posted_bonus - f.penalty - f.withheld >= 0
   order by f.closed_on, f.id limit 300`

const quoteFigureColumns = 'capital, interest, bonus, posted_interest, posted_bonus, penalty, withheld, net'

/** Quotes of early cancellations: of those who left in the last year, and some of the demo's manager that are open, over, or were talked out of it. */
export const addCancellations = async (
  owner: Client,
  firm: SeedFirm,
  signIns: readonly DemoSignIn[],
): Promise<void> => {
  const today = toIsoDate(firm.today)
  await owner.query(insertExecutedQuotesSql, [today])
  const law = await readWithholdingLaw(owner)
  const email = signIns.find(({ role }) => role === 'manager')?.email
  const { rows } = await owner.query<CancellableAccount>(cancellableAccountsSql, [email, today])
  for (const [n, account] of rows.entries()) {
    const { ago, offer, kept = false } = seededQuotes[n]!
    const day = toIsoDate(firm.today - ago)
    const at = `${day}T08:${10 + 7 * n}:00Z`
    const { last, figures, parts } = await quoteCancellationOn(owner, firm, law, account, day)
    await owner.query(
      `with q as (
         insert into cancellation_quote (account_id, reason_id, state, quoted_on, quoted_at, quoted_by, last_journal, tax_parts, ${quoteFigureColumns})
         select $1, (select id from cancellation_reason order by id offset $2 limit 1), $3::cancellation_state, $4, $5::timestamptz, $6, $7, $8,
                $9, $10, $11, $12, $13, $14, $15, $16 returning id)
       insert into retention_action (quote_id, offer, note, kept, acted_at, acted_by)
       select q.id, $17::retention_offer, $18, $19, $5::timestamptz + interval '25 minutes', $6 from q where $17 is not null`,
      [
        account.id,
        n,
        kept ? 'retained' : 'open',
        day,
        at,
        account.user,
        last,
        parts,
        ...figures,
        offer ?? null,
        offer ? textsByCountry[firm.code][offer] : null,
        kept,
      ],
    )
  }
}

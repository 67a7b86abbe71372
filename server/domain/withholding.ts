import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { ratePartsOf } from '#db/day-count.ts'
import type { ClientKind, DB, WithholdingBasis } from '#db/types.ts'
import { type Payer, regionsOf, ruleFor, type WithholdingRule, withheldCents } from '#db/withholding.ts'
import { refuse } from '#server/core/errors.ts'
import { shareParts, splitByShares } from './shares.ts'

/** The law of the prefix: what it is as a payer, and all its dated rules. Read once, asked as often as one likes. */
export type Law = { country: 'ES' | 'PT' | 'MX'; payer: Payer; rules: readonly WithholdingRule[] }

/** One holder of an account as the law sees them. `share` in ten thousandths of a per cent: 100 % = 1,000,000. */
export type Holder = { clientId: string; kind: ClientKind; regions: readonly string[]; share: bigint }

/** What is withheld from one holder. Amounts in cents; `base` is their part of the interest. */
export type WithheldPart = {
  clientId: string
  base: bigint
  basis: WithholdingBasis
  rate: string
  region: string
  source: string
  amount: bigint
  /** Where the holder lived: it decides the tax form. */
  country: string | null
}
export type Withheld = { total: bigint; parts: WithheldPart[] }

export const payerKey = 'withholding.payer'

/** What the prefix is before the tax authority. */
export const findPayer = async (db: Kysely<DB>): Promise<Payer> =>
  (await db.selectFrom('setting').select('value').where('key', '=', payerKey).executeTakeFirstOrThrow()).value as Payer

/** What withholding is reckoned by in this prefix, today and on any other day. */
export const findLaw = async (db: Kysely<DB>, prefix: Prefix): Promise<Law> => {
  const { country } = tenantFacts[prefix]
  const rules = await db
    .selectFrom('withholdingRate')
    .select(['payer', 'payee', 'region', 'validFrom', 'rate', 'basis', 'source'])
    .execute()
  return { country, payer: await findPayer(db), rules: rules as WithholdingRule[] }
}

type HolderRow = { accountId: string; clientId: string; kind: ClientKind; country: string; postalCode: string | null }
const holderOf = ({ country }: Law, row: HolderRow, share: string): Holder => ({
  clientId: row.clientId,
  kind: row.kind,
  regions: regionsOf(country, row.country, row.postalCode),
  share: shareParts(share),
})

/** The holders of some accounts, by account; who may only act on one is none. */
export const findHolders = async (
  db: Kysely<DB>,
  law: Law,
  accountIds: readonly string[],
): Promise<Map<string, Holder[]>> => {
  const { rows } = await sql<HolderRow & { share: string }>`
    select h.account_id as "accountId", c.id as "clientId", c.kind, c.country, c.postal_code as "postalCode", h.share::text as share
      from account_holder h join client c on c.id = h.client_id
     where h.account_id = any(${accountIds}::bigint[]) and h.role <> 'authorised'
     order by h.account_id, h.role, c.id`.execute(db)
  const found = new Map<string, Holder[]>()
  for (const row of rows) found.set(row.accountId, [...(found.get(row.accountId) ?? []), holderOf(law, row, row.share)])
  return found
}

/** Those who are to hold an account that there isn't yet: clients with their shares in per cent, '50.0000'. */
export const findFutureHolders = async (
  db: Kysely<DB>,
  law: Law,
  wanted: readonly { clientId: string; share: string }[],
): Promise<Holder[]> => {
  const rows = await db
    .selectFrom('client')
    .select(['id as clientId', 'kind', 'country', 'postalCode'])
    .where(
      'id',
      'in',
      wanted.map(({ clientId }) => clientId),
    )
    .execute()
  return wanted.flatMap(({ clientId, share }) => {
    const row = rows.find((one) => one.clientId === clientId)
    return row ? [holderOf(law, { accountId: '', ...row }, share)] : []
  })
}

/** The country among the places that a holder is of. */
const countryOf = ({ regions }: Holder): string | null =>
  regions.find((region) => /^[A-Z]{2}$/.test(region) && region !== 'EU') ?? null

/**
 * What is withheld when interest is paid: of each holder by their share and by where they live, on the day of the payment. `gross` in cents;
 * `centDays` = the capital that earned it, in cents × days, since the payment before. 409 `withholding.noRule` where no rule fits somebody.
 */
export const withheldOn = (
  { payer, rules }: Law,
  holders: readonly Holder[],
  paid: { on: string; gross: bigint; centDays: bigint },
): Withheld => {
  const shares = holders.map(({ share }) => share)
  const [bases, bulks] = [splitByShares(paid.gross, shares), splitByShares(paid.centDays, shares)]
  const parts = holders.map((holder, n) => {
    const rule = ruleFor(rules, payer, holder, paid.on)
    if (!rule) throw refuse('withholding.noRule')
    const { basis, rate, region, source } = rule
    const amount = withheldCents(basis, ratePartsOf(rate), bases[n]!, bulks[n]!)
    const country = countryOf(holder)
    return { clientId: holder.clientId, base: bases[n]!, basis, rate, region, source, amount, country }
  })
  return { total: parts.reduce((sum, { amount }) => sum + amount, 0n), parts }
}

import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { ClientKind, DB } from '#db/types.ts'
import { toShareParts } from '#rules/shares.ts'
import { listTaxRegions } from '#rules/tax-regions.ts'
import type { Payer, TaxableHolder, WithholdingLaw, WithholdingRule } from '#rules/withholding.ts'

export const withholdingPayerKey = 'withholding.payer'

/** What the prefix is before the tax authority. */
export const findWithholdingPayer = async (db: Kysely<DB>): Promise<Payer> =>
  (await db.selectFrom('setting').select('value').where('key', '=', withholdingPayerKey).executeTakeFirstOrThrow())
    .value as Payer

/** What withholding is reckoned by in this prefix, today and on any other day. */
export const findWithholdingLaw = async (db: Kysely<DB>, prefix: Prefix): Promise<WithholdingLaw> => {
  const { country } = tenantFacts[prefix]
  const rules = await db
    .selectFrom('withholdingRate')
    .select(['payer', 'payee', 'region', 'validFrom', 'rate', 'basis', 'source'])
    .execute()
  return { country, payer: await findWithholdingPayer(db), rules: rules as WithholdingRule[] }
}

type HolderRow = { accountId: string; clientId: string; kind: ClientKind; country: string; postalCode: string | null }
const toTaxableHolder = ({ country }: WithholdingLaw, row: HolderRow, share: string): TaxableHolder => ({
  clientId: row.clientId,
  kind: row.kind,
  regions: listTaxRegions(country, row.country, row.postalCode),
  share: toShareParts(share),
})

/** Where a client is taxed: where they live, unless they have said otherwise. */
const taxCountrySql = (client: string) =>
  sql<string>`coalesce(${sql.ref(`${client}.tax_residence`)}, ${sql.ref(`${client}.country`)})`
/** The postal code tells the region of those who are taxed where they live. */
const taxPostalCodeSql = (client: string) =>
  sql<
    string | null
  >`case when ${taxCountrySql(client)} = ${sql.ref(`${client}.country`)} then ${sql.ref(`${client}.postal_code`)} end`

/** The holders of some accounts, by account; who may only act on one is none. */
export const findHolders = async (
  db: Kysely<DB>,
  law: WithholdingLaw,
  accountIds: readonly string[],
): Promise<Map<string, TaxableHolder[]>> => {
  const { rows } = await sql<HolderRow & { share: string }>`
    select h.account_id as "accountId", c.id as "clientId", c.kind, ${taxCountrySql('c')} as country, ${taxPostalCodeSql('c')} as "postalCode", h.share::text as share
      from account_holder h join client c on c.id = h.client_id
     where h.account_id = any(${accountIds}::bigint[]) and h.role <> 'authorised'
     order by h.account_id, h.role, c.id`.execute(db)
  const found = new Map<string, TaxableHolder[]>()
  for (const row of rows)
    found.set(row.accountId, [...(found.get(row.accountId) ?? []), toTaxableHolder(law, row, row.share)])
  return found
}

/** Those who are to hold an account that there isn't yet: clients with their shares in per cent, '50.0000'. */
export const findFutureHolders = async (
  db: Kysely<DB>,
  law: WithholdingLaw,
  holders: readonly { clientId: string; share: string }[],
): Promise<TaxableHolder[]> => {
  const rows = await db
    .selectFrom('client')
    .select([
      'id as clientId',
      'kind',
      taxCountrySql('client').as('country'),
      taxPostalCodeSql('client').as('postalCode'),
    ])
    .where(
      'id',
      'in',
      holders.map(({ clientId }) => clientId),
    )
    .execute()
  return holders.flatMap(({ clientId, share }) => {
    const row = rows.find((one) => one.clientId === clientId)
    return row ? [toTaxableHolder(law, { accountId: '', ...row }, share)] : []
  })
}

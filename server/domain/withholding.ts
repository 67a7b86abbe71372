import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { ClientKind, DB } from '#db/types.ts'
import { shareParts } from '#rules/shares.ts'
import { type Holder, type Law, type Payer, regionsOf, type WithholdingRule } from '#rules/withholding.ts'

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

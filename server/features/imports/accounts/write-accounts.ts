import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { refreshClientList, toLedgerRefusal } from '#server/domain/post-journal.ts'
import type { ImportRunContext } from '../mapped/import-handler-types.ts'
import { saveStagedRows } from '../mapped/staged-rows.ts'
import { accountTermsSql, expiresOnSql, openedProductSql } from './account-terms.ts'

const batchSize = 500

type OpenedAccount = {
  accountId: string
  line: number
  number: string
  amount: string
  rate: string
  openedOn: string
  expiresOn: string | null
}

/**
 * Opens the accounts of the fresh rows: each with the terms of its row, in the zone of its client and the office of whoever looks after them. Its
 * origin names the import and the line, so that none is opened twice.
 */
const insertAccounts = async ({ tx, importId, prefix }: ImportRunContext): Promise<void> => {
  const letter = tenantFacts[prefix].cvlLetter
  await sql`
    with opened as (
      insert into account (number, product_id, client_id, status, opened_on, expires_on, agreed_amount, rate, bonus_rate, instruction, zone_id, office_id,
                           external_ref, term_months, signature)
      select coalesce(r.fields ->> 'number', 'import ' || ${importId} || ' ' || r.line), p.id, r.client_id, 'active', (r.fields ->> 'openedOn')::date,
             ${expiresOnSql}, (r.fields ->> 'amount')::numeric, (${accountTermsSql('rate')}), coalesce((r.fields ->> 'bonusRate')::numeric, 0),
             case when (${accountTermsSql('months')}) is not null
                  then coalesce((r.fields ->> 'maturity')::maturity_instruction, nullif(p.default_instruction, 'transfer'), 'pay_out') end,
             l.zone_id, coalesce(e.office_id, (select min(o.id) from office o where o.zone_id = l.zone_id), (select min(o.id) from office o)),
             'import:' || ${importId} || ':' || r.line, (${accountTermsSql('months')}), (r.fields ->> 'signature')::account_signature
        from import_check r
        join product p on ${openedProductSql}
        join client_list l on l.client_id = r.client_id
        left join employee e on e.id = l.manager_id
       where not r.known order by r.line
      returning id, external_ref
    )
    update import_check r set account_id = o.id from opened o where o.external_ref = 'import:' || ${importId} || ':' || r.line`.execute(
    tx,
  )
  // As an account that is opened on the screen is numbered.
  await sql`
    update account a set number = ${letter}::text || '-' || p.code || '-' || lpad(right(a.id::text, 8), 8, '0')
      from import_check r join product p on ${openedProductSql}
     where a.id = r.account_id and not r.known and r.fields ->> 'number' is null`.execute(tx)
  await sql`
    insert into account_holder (account_id, client_id, role, share)
    select r.account_id, r.client_id, 'primary'::holder_role, 100 - coalesce((r.fields ->> 'coHolderShare')::numeric, 0) from import_check r where not r.known
    union all
    select r.account_id, (r.fields ->> 'coHolderId')::bigint, 'holder', (r.fields ->> 'coHolderShare')::numeric
      from import_check r where not r.known and r.fields ->> 'coHolderId' is not null`.execute(tx)
}

/** The balance of each account on its day, against the opening balances: what has come before is no new money. */
const postOpeningBalances = async (tx: Kysely<DB>, importId: string, userId: string | null): Promise<number> => {
  const { rows } = await sql<{ posted: number }>`
    select p.posted from (
      select array_agg(r.account_id order by r.account_id) as accounts, array_agg('adjustment'::movement_kind) as kinds,
             array_agg((r.fields ->> 'amount')::numeric order by r.account_id) as amounts,
             array_agg((r.fields ->> 'balanceOn')::date order by r.account_id) as days, array_agg(r.hash order by r.account_id) as hashes,
             array_agg('import:' || ${importId} || ':' || r.line order by r.account_id) as keys,
             array_agg(null::text order by r.account_id) as descriptions
        from import_check r where not r.known
    ) b, lateral post_movements(b.accounts, b.kinds, b.amounts, b.days, b.days, b.keys, b.hashes, b.descriptions, 'import', ${userId}::bigint) p`
    .execute(tx)
    .catch((error: unknown) => {
      throw toLedgerRefusal(error)
    })
  return rows[0]!.posted
}

const auditAccounts = async ({ tx, importId }: ImportRunContext): Promise<OpenedAccount[]> => {
  const { rows } = await sql<OpenedAccount>`
    select a.id::text as "accountId", r.line, a.number, a.agreed_amount as amount, a.rate, a.opened_on as "openedOn", a.expires_on as "expiresOn"
      from import_check r join account a on a.id = r.account_id where not r.known order by r.line`.execute(tx)
  for (let from = 0; from < rows.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      rows.slice(from, from + batchSize).map(({ accountId, amount, rate, openedOn, expiresOn }) => ({
        action: 'account.imported',
        entity: 'account',
        entityId: accountId,
        after: { status: 'active', amount, rate, openedOn, expiresOn, import: importId },
      })),
    )
  return rows
}

const refreshHolders = async (tx: Kysely<DB>): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select distinct h.client_id::text as id from import_check r join account_holder h on h.account_id = r.account_id where not r.known order by 1`.execute(
    tx,
  )
  for (let from = 0; from < rows.length; from += batchSize)
    await refreshClientList(
      tx,
      rows.slice(from, from + batchSize).map(({ id }) => id),
    )
}

/** Opens the accounts of the fresh rows and books what stands in each. */
export const writeAccounts = async (run: ImportRunContext): Promise<void> => {
  const { tx, importId, userId, progress } = run
  await insertAccounts(run)
  const opened = await auditAccounts(run)
  const posted = await postOpeningBalances(tx, importId, userId)
  // A client that is gone, or a product, since the row was checked a moment ago.
  const { rows } = await sql<{
    fresh: number
  }>`select count(*)::integer as fresh from import_check where not known`.execute(tx)
  if (posted !== rows[0]!.fresh || opened.length !== posted) throw buildRefusal('import.booksMoved')
  await refreshHolders(tx)
  await saveStagedRows(tx, importId)
  await progress(posted)
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { type MovedReference, movedReferences } from './client-references.ts'
import type { MergePair } from './lock-merge.ts'
import { sharedAccountsSql } from './merge-obstacles.ts'

/** Ids of the moved rows, by reference. */
export type MovedRows = Record<string, string[]>
type HolderRow = { accountId: string; clientId: string; role: string; share: string | null }
/** What was changed instead of moved, as it was. */
export type ReplacedRows = {
  holders: HolderRow[]
  /** Accounts that had several holders and have one now. */
  signatures: string[]
  /** Staff links that ended. */
  links: string[]
  /** Bank accounts that were the default of the merged record. */
  defaults: string[]
  /** Tags that the survivor got. */
  tags: string[]
}

const isOfClientSql = ({ rule }: MovedReference) => (rule.ofEntity ? sql`m.entity = 'client' and` : sql``)

const moveReference = async (
  tx: Kysely<DB>,
  reference: MovedReference,
  { survivorId, absorbedId }: MergePair,
): Promise<string[]> => {
  const { table, column, rule } = reference
  const toSurvivor = (text: string) => sql.raw(text.replaceAll('$survivor', BigInt(survivorId).toString()))
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} m
       set ${sql.id(column)} = ${survivorId} ${rule.alsoSets ? sql`, ${toSurvivor(rule.alsoSets)}` : sql``}
     where ${isOfClientSql(reference)} m.${sql.id(column)} = ${absorbedId}
       ${rule.unless ? sql`and not (${toSurvivor(rule.unless)})` : sql``}
     returning m.id::text as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Everything that moves becomes the survivor's; answers which rows that were. */
export const moveRows = async (tx: Kysely<DB>, pair: MergePair): Promise<MovedRows> => {
  const moved: MovedRows = {}
  for (const reference of movedReferences) {
    const ids = await moveReference(tx, reference, pair)
    if (ids.length > 0) moved[reference.name] = ids
  }
  return moved
}

/** The same rows go back to the record that they came from. */
export const returnRows = async (tx: Kysely<DB>, moved: MovedRows, { absorbedId }: MergePair): Promise<void> => {
  for (const { name, table, column } of movedReferences) {
    const ids = moved[name] ?? []
    if (ids.length > 0)
      await sql`update ${sql.table(table)} set ${sql.id(column)} = ${absorbedId} where id::text = any(${ids}::text[])`.execute(
        tx,
      )
  }
}

/** One share of an account instead of two, under the higher role; a single holder signs alone. */
export const mergeHolders = async (
  tx: Kysely<DB>,
  pair: MergePair,
): Promise<Pick<ReplacedRows, 'holders' | 'signatures'>> => {
  const { survivorId, absorbedId } = pair
  const before = await sql<HolderRow>`
    select h.account_id::text as account_id, h.client_id::text as client_id, h.role, h.share::text as share from account_holder h
     where h.client_id = ${absorbedId} or h.client_id = ${survivorId} and h.account_id in (${sharedAccountsSql(pair)})`.execute(
    tx,
  )
  const shared = before.rows.filter(({ clientId }) => clientId === survivorId).map(({ accountId }) => accountId)
  await sql`
    with gone as (
      delete from account_holder where client_id = ${absorbedId} and account_id = any(${shared}::bigint[]) returning account_id, role, share)
    update account_holder h set role = least(h.role, g.role), share = nullif(coalesce(h.share, 0) + coalesce(g.share, 0), 0)
      from gone g where h.account_id = g.account_id and h.client_id = ${survivorId} and g.role <> 'primary'`.execute(tx)
  // Of the primary holder there is one at any moment: only once the other is gone.
  await sql`
    update account_holder h set role = 'primary', share = nullif(coalesce(h.share, 0) + b.share::numeric, 0)
      from jsonb_to_recordset(${toJsonRecords(before.rows)}::jsonb) as b(account_id bigint, client_id bigint, role text, share text)
     where h.account_id = b.account_id and h.client_id = ${survivorId} and b.client_id = ${absorbedId} and b.role = 'primary'`.execute(
    tx,
  )
  await sql`update account_holder set client_id = ${survivorId} where client_id = ${absorbedId}`.execute(tx)
  const signatures = await sql<{ id: string }>`
    update account a set signature = 'one'
     where a.id = any(${shared}::bigint[]) and a.signature <> 'one'
       and (select count(*) from account_holder h where h.account_id = a.id and h.role <> 'authorised') = 1
     returning a.id::text as id`.execute(tx)
  return { holders: before.rows, signatures: signatures.rows.map(({ id }) => id) }
}

/** Holders of those accounts as they were. */
export const restoreHolders = async (
  tx: Kysely<DB>,
  { holders, signatures }: ReplacedRows,
  { survivorId }: MergePair,
): Promise<void> => {
  const accountIds = holders.map(({ accountId }) => accountId)
  await sql`delete from account_holder where client_id = ${survivorId} and account_id = any(${accountIds}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into account_holder (account_id, client_id, role, share)
    select b.account_id, b.client_id, b.role::holder_role, b.share::numeric
      from jsonb_to_recordset(${toJsonRecords(holders)}::jsonb) as b(account_id bigint, client_id bigint, role text, share text)`.execute(
    tx,
  )
  await sql`update account set signature = 'all' where id = any(${signatures}::bigint[])`.execute(tx)
}

/** Links of the merged record end the day before, or on their own first day. */
export const endStaffLinks = async (tx: Kysely<DB>, clientId: string, today: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update client_staff set valid_to = greatest(valid_from, ${today}::date - 1)
     where client_id = ${clientId} and valid_to is null returning id::text as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The survivor gets the tags that it lacks. */
export const copyTags = async (tx: Kysely<DB>, { survivorId, absorbedId }: MergePair): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into record_tag (entity, entity_id, tag_id, added_at, added_by)
    select 'client', ${survivorId}, tag_id, added_at, added_by from record_tag where entity = 'client' and entity_id = ${absorbedId}
    on conflict do nothing returning tag_id::text as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Takes back the tags that the merge gave to the survivor. */
export const removeTags = (tx: Kysely<DB>, { tags }: ReplacedRows, { survivorId }: MergePair) =>
  sql`delete from record_tag where entity = 'client' and entity_id = ${survivorId} and tag_id = any(${tags}::bigint[])`.execute(
    tx,
  )

/** Bank accounts that pay the merged record by default, before they move. */
export const findDefaultAccounts = async (tx: Kysely<DB>, clientId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from client_bank_account where client_id = ${clientId} and is_default`.execute(tx)
  return rows.map(({ id }) => id)
}

const rowKeysSql = (reference: MovedReference, clientId: string) => sql`
  select ${reference.name}::text as reference, m.id::text as key from ${sql.table(reference.table)} m
   where ${isOfClientSql(reference)} m.${sql.id(reference.column)} = ${clientId}`

/**
 * A fingerprint of which rows the client has, and of how many postings the accounts have that moved: something new makes it another. What is
 * about to be decided is left out.
 */
export const fingerprintRows = async (
  tx: Kysely<DB>,
  clientId: string,
  moved: MovedRows,
  exceptApprovalIds: readonly string[],
): Promise<string> => {
  const keys = sql.join(
    movedReferences.map((reference) => rowKeysSql(reference, clientId)),
    sql` union all `,
  )
  const { rows } = await sql<{ fingerprint: string }>`
    select md5(coalesce(string_agg(k.reference || ' ' || k.key, ',' order by k.reference, k.key), '')) || ' ' ||
           (select count(*) from posting p where p.account_id = any(${moved['account.client_id'] ?? []}::bigint[])) as fingerprint
      from (${keys}) k where k.reference <> 'approval.subject_client_id' or k.key <> all(${[...exceptApprovalIds]}::text[])`.execute(
    tx,
  )
  return rows[0]!.fingerprint
}

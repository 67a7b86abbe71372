import { type Kysely, sql } from 'kysely'
import { isSameAddress, type MergeGroup, mergeGroupFields, mergeStates } from '#contract/client-merge/merged-values.ts'
import type { DB } from '#db/types.ts'
import { buildSearchRow } from '#rules/search-text.ts'
import { blockKindsByGravity } from '#server/domain/client-open-blocks.ts'
import { refreshInfoFormStatus } from '#server/domain/info-form-status.ts'
import type { LockedClient } from './lock-merge.ts'
import { mergedColumns } from './merge-records.ts'

/** What the survivor is written with: the chosen groups of the other record, and states that nobody chooses. */
export const buildSurvivorValues = (survivor: LockedClient, absorbed: LockedClient, taken: readonly MergeGroup[]) => {
  const chosen = taken.flatMap((group) => mergeGroupFields[group].map((field) => [field, absorbed[field]] as const))
  return {
    ...(Object.fromEntries(chosen) as Partial<LockedClient>),
    ...mergeStates(survivor, absorbed, taken, isSameAddress(survivor, absorbed)),
  }
}

/** The survivor as they were, for an undo. */
export const pickMergedColumns = (client: LockedClient): Partial<LockedClient> =>
  Object.fromEntries(
    mergedColumns
      .filter((column) => column !== 'version' && column !== 'kind')
      .map((column) => [column, client[column]]),
  )

type CalledRecord = Pick<LockedClient, 'name' | 'surname' | 'email' | 'phone' | 'identityNumber'>

const toCalledText = ({ name, surname, email, phone, identityNumber }: CalledRecord): string => {
  const row = buildSearchRow({ name, surname, email, phone, identityNumber, cvl: '' })
  return [row.nameText, row.emailText, row.phoneText, row.identityText].filter(Boolean).join(' ')
}

/** Records that were merged into a client, and the client as they were before each merge that stands. */
const findCalledRecords = async (tx: Kysely<DB>, clientId: string): Promise<CalledRecord[]> => {
  const { rows } = await sql<CalledRecord>`
    select c.name, c.surname, c.email, c.phone, c.identity_number as "identityNumber" from client c where c.merged_into_id = ${clientId}
    union all
    select b ->> 'name', b ->> 'surname', b ->> 'email', b ->> 'phone', b ->> 'identityNumber'
      from client_merge m cross join lateral (select m.survivor_before) s (b)
     where m.state = 'done' and b is not null
       and (m.survivor_id = ${clientId} or m.survivor_id in (select c.id from client c where c.merged_into_id = ${clientId}))`.execute(
    tx,
  )
  return rows
}

/**
 * The row by which the client is found: from what they are now, and from what records that were merged into theirs were called and reached by. `before`:
 * the client as they were before the merge that is under way.
 */
export const writeSearchRow = async (tx: Kysely<DB>, clientId: string, before?: CalledRecord): Promise<void> => {
  const client = await tx.selectFrom('client').selectAll().where('id', '=', clientId).executeTakeFirstOrThrow()
  const numbers = await tx
    .selectFrom('clientBankAccount')
    .where('clientId', '=', clientId)
    .select('number')
    .distinct()
    .execute()
  const called = [...(await findCalledRecords(tx, clientId)), ...(before ? [before] : [])].map(toCalledText)
  const known = toCalledText(client)
  const row = {
    ...buildSearchRow({ ...client, bankAccounts: numbers.map(({ number }) => number) }),
    mergedText: [...new Set(called)].filter((text) => text !== known).join(' '),
  }
  await tx
    .insertInto('clientSearch')
    .values({ clientId, ...row })
    .onConflict((conflict) => conflict.column('clientId').doUpdateSet(row))
    .execute()
}

/** Blocks that came with an import get rows of their own, so that they can move. */
export const writeImportedBlocks = (tx: Kysely<DB>, clientIds: readonly string[], at: string) =>
  sql`
    insert into client_block (client_id, kind, reason, blocked_at)
    select c.id, c.block_kind, c.block_reason, coalesce(c.blocked_at, ${at}::timestamptz) from client c
     where c.id = any(${[...clientIds]}::bigint[]) and c.block_kind is not null
       and not exists (select from client_block b where b.client_id = c.id and b.kind = c.block_kind and b.lifted_at is null)`.execute(
    tx,
  )

/** The gravest open block of each of these clients stands on them. */
export const showGravestBlocks = (tx: Kysely<DB>, clientIds: readonly string[]) =>
  sql`
    update client c set (block_kind, block_reason, blocked_at) = (
      select b.kind, b.reason, b.blocked_at from client_block b where b.client_id = c.id and b.lifted_at is null
       order by array_position(${[...blockKindsByGravity]}::block_kind[], b.kind) limit 1)
     where c.id = any(${[...clientIds]}::bigint[])`.execute(tx)

/** Everything that is kept beside the records follows. */
export const refreshDerivedRows = async (tx: Kysely<DB>, clientIds: readonly string[]): Promise<void> => {
  await sql`select recount_client_contributions(${[...clientIds]}::bigint[])`.execute(tx)
  await refreshInfoFormStatus(tx, clientIds)
  await sql`select refresh_client_list(${[...clientIds]}::bigint[])`.execute(tx)
}

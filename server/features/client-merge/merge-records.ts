import { type Kysely, sql } from 'kysely'
import type { MergeRecord } from '#contract/client-merge.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { blockKindsByGravity } from '#server/domain/client-open-blocks.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** What a merge looks at of a client, in the types' names. */
export const mergedColumns = [
  'kind',
  'version',
  'name',
  'surname',
  'identityKind',
  'identityNumber',
  'dniValidUntil',
  'dniPermanent',
  'birthDate',
  'nationality',
  'email',
  'phone',
  'streetType',
  'street',
  'streetNumber',
  'floor',
  'door',
  'postalCode',
  'city',
  'province',
  'country',
  'taxResidence',
  'idioma',
  'channel',
  'fundsSource',
  'kycStatus',
  'addressStatus',
  'lopdStatus',
  'formStatus',
  'formOn',
  'riskLevel',
  'pep',
  'nextReviewOn',
  'registeredOn',
] as const

/** How many rows of a kind a record has. */
const countSql = (rows: string) => sql.raw(`(select count(*)::int from ${rows})`)

/** Every paper that moves: of the panel, of the store, and of identity and address. */
const documentCountSql = sql`${countSql("record_attachment x where x.entity = 'client' and x.entity_id = client.id and x.removed_at is null")}
    + ${countSql('client_document x where x.client_id = client.id and x.removed_at is null')}
    + ${countSql('kyc_document x where x.client_id = client.id')}`

const recordCountsSql = sql<MergeRecord['counts']>`json_build_object(
  'accounts', ${countSql('account_holder x where x.client_id = client.id')},
  'bankAccounts', ${countSql('client_bank_account x where x.client_id = client.id and x.ended_at is null')},
  'payments', ${countSql('payment_order x where x.client_id = client.id')},
  'externalPositions', ${countSql('external_position x where x.client_id = client.id')},
  'documents', ${documentCountSql},
  'comments', ${countSql("record_comment x where x.entity = 'client' and x.entity_id = client.id and x.removed_at is null")})`

const recordStaffSql = sql<MergeRecord['staff']>`(
  select coalesce(json_agg(json_build_object('role', l.role, 'name', ${naturalNameSql('e')}) order by l.role), '[]')
    from client_staff l join employee e on e.id = l.employee_id where l.client_id = client.id and l.valid_to is null)`

/** Kinds of open blocks, the gravest first; one that came with an import stands on the client alone. */
const openBlockKindsSql = sql<MergeRecord['blocks']>`(
  select coalesce(json_agg(k.kind order by array_position(${[...blockKindsByGravity]}::block_kind[], k.kind)), '[]')
    from (select b.kind from client_block b where b.client_id = client.id and b.lifted_at is null
          union select client.block_kind where client.block_kind is not null) k)`

/** The current staff and the zone of the list row `c`, as one text: who sees the client. */
export const scopeLinksSql = sql<string>`concat_ws(',', c.zone_id, coalesce(c.manager_id, 0), coalesce(c.partner_id, 0), coalesce(c.advisor_id, 0), coalesce(c.banker_id, 0))`

type RecordWithLinks = MergeRecord & { links: string; managerId: string | null }

const selectMergeRecords = (ctx: Pick<Ctx, 'scopes'> & { db: Kysely<DB> }, ids: readonly string[]) =>
  selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .innerJoin('zone', 'zone.id', 'client.zoneId')
    .where('c.clientId', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select(['client.id', 'client.cvl', 'zone.name as zoneName', 'c.managerId', 'c.balance'])
    .select(mergedColumns.map((column) => `client.${column}` as const))
    .select([
      recordCountsSql.as('counts'),
      recordStaffSql.as('staff'),
      openBlockKindsSql.as('blocks'),
      scopeLinksSql.as('links'),
    ])

/**
 * Both records as the caller sees them; 404 where they don't see both, or both are one. Never a relative of the caller: `approval.ownRecord`.
 */
export const findMergeRecords = async (
  ctx: Pick<Ctx, 'scopes' | 'person' | 'businessDate'> & { db: Kysely<DB> },
  survivorId: string,
  absorbedId: string,
): Promise<{ survivor: RecordWithLinks; absorbed: RecordWithLinks }> => {
  const found = (await selectMergeRecords(ctx, [survivorId, absorbedId]).execute()) as RecordWithLinks[]
  const survivor = found.find(({ id }) => id === survivorId)
  const absorbed = found.find(({ id }) => id === absorbedId)
  if (!survivor || !absorbed || survivor === absorbed) throw buildRefusal('notFound')
  await assertNoRelatedClients(ctx.db, ctx, [survivorId, absorbedId])
  return { survivor, absorbed }
}

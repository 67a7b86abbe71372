import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientKyc, getClientKyc, KycDocument, KycFile, KycSubject } from '#contract/client-kyc.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { ownRecordsSql } from '#db/tables/core/client-rows.ts'
import type { DB } from '#db/types.ts'
import { compareZone, parseMachineZone, type ZoneRecord } from '#rules/machine-readable-zone.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import { dniStatusSql } from '#server/domain/client-columns.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** The address of the client `client` in one line; null where there is none. */
export const addressLineSql = sql<
  string | null
>`nullif(concat_ws(', ', nullif(concat_ws(' ', client.street_type::text, client.street), ''), client.street_number,
  nullif(concat_ws(' ', client.floor, client.door), ''), nullif(concat_ws(' ', client.postal_code, client.city), ''), client.country), client.country)`

/** The files of the document `d`, the front first, as JSON. */
const filesSql =
  sql`(select jsonb_agg(jsonb_build_object('side', case when f.id = d.front_file_id then 'front' else 'back' end,
    'fileKind', split_part(f.purpose, '.', 3), 'bytes', f.bytes) order by f.id <> d.front_file_id)
  from stored_file f where f.id in (d.front_file_id, d.back_file_id) and f.removed_at is null)` as RawBuilder<
    KycFile[] | null
  >

/**
 * Documents of `d` that belong to a client: their own, and those decided on for a record that was merged with theirs and could not move, because
 * the client has one in the same state. What still waited there waits no more.
 */
const isDocumentOfSql = (clientId: string) =>
  sql<SqlBool>`(d.client_id = ${clientId} or d.client_id in ${ownRecordsSql(clientId)} and d.state not in ('pending', 'verified'))`

/** Versions of a client's documents, with who did what to each. */
const selectDocuments = (db: Kysely<DB>, clientId: string) =>
  db
    .selectFrom('kycDocument as d')
    .leftJoin('approval as a', 'a.id', 'd.approvalId')
    .where(isDocumentOfSql(clientId))
    .select([
      'd.id',
      'd.subject',
      'd.state',
      'd.identityKind',
      'd.issuingCountry',
      'd.identityNumber',
      'd.validUntil',
      'd.permanent',
      'd.machineZone',
      'd.proofKind',
      'd.issuedOn',
      'd.seenAddress',
      filesSql.as('files'),
      'd.uploadedAt',
      userNameSql('d.uploaded_by').as('uploadedByName'),
      'd.actingCvl',
      'd.checkedAt',
      userNameSql('d.checked_by').as('checkedByName'),
      'd.approvalId',
      // What the second person has rejected was decided in the approval.
      sql<string | null>`coalesce(d.decided_at, case when d.state = 'rejected' then a.decided_at end)`.as('decidedAt'),
      sql<string | null>`(select n.full_name from registry.people_named(array[coalesce(d.decided_by,
        case when d.state = 'rejected' then a.decided_by end)]) n)`.as('decidedByName'),
      sql<string | null>`case when d.state = 'rejected' then coalesce(d.reject_reason, a.decision_reason) end`.as(
        'rejectReason',
      ),
    ])

type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number]

const toDocument = ({ machineZone, files, ...row }: DocumentRow, record: ZoneRecord, today: string): KycDocument => {
  const zone = machineZone ? parseMachineZone(machineZone, today) : undefined
  return {
    ...row,
    identityKind: row.identityKind as KycDocument['identityKind'],
    files: files ?? [],
    zone: zone ? { isValid: zone.isValid, wasCorrected: zone.wasCorrected, rows: compareZone(zone, record) } : null,
  }
}

/** What a document is held against. */
export const findZoneRecord = (db: Kysely<DB>, clientId: string): Promise<ZoneRecord> =>
  db
    .selectFrom('client')
    .where('id', '=', clientId)
    .select(['name', 'surname', 'identityNumber', 'birthDate', 'nationality', 'dniValidUntil', 'dniPermanent'])
    .executeTakeFirstOrThrow()

/** Throws `notFound` where it is no document of the client. `today` decides whether it is still valid. */
export const findKycDocument = async (
  db: Kysely<DB>,
  { clientId, documentId }: { clientId: string; documentId: string },
  today: string,
): Promise<KycDocument> => {
  const found = await selectDocuments(db, clientId).where('d.id', '=', documentId).executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return toDocument(found, await findZoneRecord(db, clientId), today)
}

/** So many versions are shown; older ones stand in the audit. */
const maxVersions = 40

/** The documents of a visible client, with what is known of them; 404 outside the caller's scope. */
export const findClientKyc = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof getClientKyc>,
): Promise<ClientKyc> => {
  const { db, businessDate } = ctx
  const client = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .innerJoin('client', 'client.id', 'c.clientId')
    .select([
      'client.kycStatus',
      'client.addressStatus',
      dniStatusSql(businessDate).as('dniStatus'),
      'client.kind',
      naturalNameSql('client').as('fullName'),
      'client.name',
      'client.surname',
      'client.country',
      'client.identityKind',
      'client.identityNumber',
      'client.birthDate',
      'client.nationality',
      'client.dniValidUntil',
      'client.dniPermanent',
      addressLineSql.as('address'),
    ])
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  const rows = await selectDocuments(db, clientId)
    .orderBy(sql`d.client_id = ${clientId}`, 'desc')
    .orderBy('d.id', 'desc')
    .limit(maxVersions)
    .execute()
  const { kycStatus, addressStatus, dniStatus, name, surname, ...record } = client
  const documents = rows.map((row) => toDocument(row, client, businessDate))
  return { kycStatus, addressStatus, dniStatus, record, documents }
}

/** The file of one side, 404 where there is none. */
export const findSideFile = async (
  db: Kysely<DB>,
  { clientId, documentId, side }: { clientId: string; documentId: string; side: 'front' | 'back' },
) => {
  const found = await db
    .selectFrom('kycDocument as d')
    .innerJoin('storedFile as f', (join) =>
      join.onRef('f.id', '=', side === 'front' ? 'd.frontFileId' : 'd.backFileId'),
    )
    .where('d.id', '=', documentId)
    .where(isDocumentOfSql(clientId))
    .where('f.removedAt', 'is', null)
    .select(['f.id', 'f.fileName', 'f.contentType', 'd.subject'])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** The version of a subject that waits; undefined where none does. */
export const findOpenDocument = (tx: Kysely<DB>, clientId: string, subject: KycSubject) =>
  tx
    .selectFrom('kycDocument')
    .where('clientId', '=', clientId)
    .where('subject', '=', subject)
    .where('state', 'in', ['pending', 'verified'])
    .select(['id', 'state', 'approvalId', 'statusBefore'])
    .executeTakeFirst()

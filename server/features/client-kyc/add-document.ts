import { type Kysely, sql } from 'kysely'
import { getKycKindFacts } from '#contract/client-kyc/document-kinds.ts'
import type * as contract from '#contract/client-kyc.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { parseMachineZone } from '#rules/machine-readable-zone.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { endApproval, lockApproval } from '#server/domain/approvals.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { buildWaitingStatus, lockKycClient, updateKycClient } from './client-status.ts'
import { findKycDocument, findOpenDocument } from './kyc.queries.ts'
import { kycSidePurpose } from './upload-side.ts'

type IdentityRequest = ParsedRequest<typeof contract.addIdentityDocument>
type AddressRequest = ParsedRequest<typeof contract.addAddressProof>
type KycClient = Awaited<ReturnType<typeof lockKycClient>>

const refuseFields = (fields: Record<string, string>) => buildRefusal('request.invalid', { fields })

/** What the document says of itself, checked by its kind. Throws `kyc.bothSides` where a side is missing. */
const checkIdentity = (body: IdentityRequest['body'], client: KycClient, today: string) => {
  const { identityKind, issuingCountry, permanent, validUntil, frontFileId, backFileId } = body
  const facts = getKycKindFacts(identityKind)
  if (facts.of !== client.kind || (facts.country !== null && facts.country !== issuingCountry))
    throw refuseFields({ identityKind: 'invalid' })
  if (frontFileId === null || (facts.hasBack && backFileId === null)) throw buildRefusal('kyc.bothSides')
  if (!facts.hasBack && backFileId !== null) throw refuseFields({ backFileId: 'invalid' })
  if (backFileId === frontFileId) throw refuseFields({ backFileId: 'sameFile' })
  const parsed = parseIdentityNumber(body.identityNumber, identityKind)
  if (!parsed) throw refuseFields({ identityNumber: 'identityNumber' })
  if (permanent && !facts.mayBePermanent) throw refuseFields({ permanent: 'invalid' })
  if (facts.of === 'person' && permanent === (validUntil !== null)) throw refuseFields({ validUntil: 'required' })
  if (validUntil !== null && validUntil < today) throw refuseFields({ validUntil: 'past' })
  const machineZone = body.machineZone || null
  if (machineZone !== null && !parseMachineZone(machineZone, today)) throw buildRefusal('kyc.noZone')
  return {
    identityKind,
    issuingCountry,
    identityNumber: parsed.number,
    validUntil,
    permanent,
    machineZone,
    frontFileId,
    backFileId,
  }
}

const checkAddress = (
  { proofKind, issuedOn, frontFileId }: AddressRequest['body'],
  client: KycClient,
  today: string,
) => {
  if (frontFileId === null) throw buildRefusal('kyc.noFile')
  if (issuedOn > today) throw refuseFields({ issuedOn: 'future' })
  if (client.address === null) throw buildRefusal('kyc.noAddress')
  return { proofKind, issuedOn, seenAddress: client.address, frontFileId, backFileId: null }
}

/** The sides are uploads of the caller for this client, that no document has yet; locked. */
const assertFilesFree = async (tx: Kysely<DB>, ctx: Ctx, clientId: string, fileIds: readonly string[]) => {
  const free = await tx
    .selectFrom('storedFile as f')
    .where('f.id', '=', sql<string>`any(${[...fileIds]}::uuid[])`)
    .where('f.entity', '=', 'client')
    .where('f.entityId', '=', clientId)
    .where('f.purpose', 'like', `${kycSidePurpose}.%`)
    .where('f.createdBy', '=', ctx.person.userId)
    .where('f.removedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('kycDocument as d').where(({ or, eb }) =>
            or([eb('d.frontFileId', '=', eb.ref('f.id')), eb('d.backFileId', '=', eb.ref('f.id'))]),
          ),
        ),
      ),
    )
    .select('f.id')
    .forUpdate('f')
    .execute()
  if (free.length !== fileIds.length) throw buildRefusal('kyc.fileGone')
}

/** The version that waited is replaced, and nobody is asked for their word on it any more. Answers what the client's status was before all of them. */
const replaceOpenDocument = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  open: NonNullable<Awaited<ReturnType<typeof findOpenDocument>>>,
  now: number,
): Promise<string> => {
  if (open.approvalId !== null) await endApproval(tx, ctx, open.approvalId, now)
  await tx.updateTable('kycDocument').set({ state: 'superseded' }).where('id', '=', open.id).execute()
  return open.statusBefore
}

type NewDocument = ReturnType<typeof checkIdentity> | ReturnType<typeof checkAddress>
type Addition = {
  clientId: string
  subject: contract.KycSubject
  /** What the upload says, checked against the client. */
  check: (client: KycClient) => NewDocument
}

const addLockedDocument = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { clientId, subject, check }: Addition,
  now: number,
): Promise<string> => {
  await assertClientWritable(tx, ctx, clientId)
  // The approval before the client: all who take both take them in this order.
  const seen = await findOpenDocument(tx, clientId, subject)
  await lockApproval(tx, seen?.approvalId ?? null)
  const client = await lockKycClient(tx, clientId)
  const open = await findOpenDocument(tx, clientId, subject)
  if (open?.id !== seen?.id || open?.approvalId !== seen?.approvalId) throw buildRefusal('conflict.changed')
  const values = check(client)
  const { frontFileId, backFileId } = values
  await assertFilesFree(tx, ctx, clientId, [frontFileId, ...(backFileId ? [backFileId] : [])])
  const isIdentity = subject === 'identity'
  const status = isIdentity ? client.kycStatus : client.addressStatus
  const statusBefore = open ? await replaceOpenDocument(tx, ctx, open, now) : status
  const { id } = await tx
    .insertInto('kycDocument')
    .values({
      clientId,
      subject,
      ...values,
      statusBefore,
      uploadedAt: new Date(now).toISOString(),
      uploadedBy: ctx.person.userId,
      actingCvl: ctx.person.actingCvl,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const waiting = buildWaitingStatus(subject, false)
  await updateKycClient(tx, clientId, waiting)
  await recordAuditEvent(tx, ctx, {
    action: 'kyc.uploaded',
    entity: 'client',
    entityId: clientId,
    before: isIdentity ? { kycStatus: status } : { addressStatus: status },
    after: { document: id, kycSubject: subject, ...waiting },
  })
  return id
}

/** A new version, which waits to be checked. */
const addDocument = (ctx: Ctx, addition: Addition, { deps }: HttpContext): Promise<contract.KycDocument> =>
  ctx.db.transaction().execute(async (tx) => {
    const documentId = await addLockedDocument(tx, ctx, addition, deps.clock())
    return findKycDocument(tx, { clientId: addition.clientId, documentId }, ctx.businessDate)
  })

export const addIdentityDocument = (ctx: Ctx, { params, body }: IdentityRequest, raw: HttpContext) =>
  addDocument(
    ctx,
    { ...params, subject: 'identity', check: (client) => checkIdentity(body, client, ctx.businessDate) },
    raw,
  )

export const addAddressProof = (ctx: Ctx, { params, body }: AddressRequest, raw: HttpContext) =>
  addDocument(
    ctx,
    { ...params, subject: 'address', check: (client) => checkAddress(body, client, ctx.businessDate) },
    raw,
  )

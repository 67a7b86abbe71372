import type { Kysely } from 'kysely'
import type { KycSubject } from '#contract/client-kyc.ts'
import type { DB } from '#db/types.ts'
import { toSearchNumber } from '#rules/search-text.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertIdentityFree } from '#server/domain/identity-free.ts'
import { buildRejectedStatus, buildWaitingStatus, lockKycClient, updateKycClient } from './client-status.ts'
import { findOpenDocument } from './kyc.queries.ts'

export type KycPayload = { documentId: string; clientId: string; subject: KycSubject }

type KycClient = Awaited<ReturnType<typeof lockKycClient>>

/** The document in that state, its client locked; undefined where it is in another. */
export const lockDocument = async (
  tx: Kysely<DB>,
  { documentId, clientId }: Pick<KycPayload, 'documentId' | 'clientId'>,
  state: 'pending' | 'verified' | 'rejected',
) => {
  const client = await lockKycClient(tx, clientId)
  const document = await tx
    .selectFrom('kycDocument')
    .where('id', '=', documentId)
    .where('clientId', '=', clientId)
    .where('state', '=', state)
    .selectAll()
    .executeTakeFirst()
  return document && { client, document }
}
export type LockedDocument = NonNullable<Awaited<ReturnType<typeof lockDocument>>>

/**
 * Throws where the document doesn't say what is known of the client: `kyc.otherNumber` of a number of the same kind, `kyc.otherAddress` where the client
 * lives elsewhere by now.
 */
export const assertFitsClient = ({ client, document }: LockedDocument): void => {
  if (document.subject === 'address' && document.seenAddress !== client.address) throw buildRefusal('kyc.otherAddress')
  const isSameKind = document.identityKind !== null && document.identityKind === client.identityKind
  if (isSameKind && client.identityNumber !== null && document.identityNumber !== client.identityNumber)
    throw buildRefusal('kyc.otherNumber')
}

/** What an approved identity says of the client: its validity, and its number where none was known. */
const writeIdentity = async (tx: Kysely<DB>, client: KycClient, { document }: LockedDocument): Promise<void> => {
  const { clientId, identityKind, identityNumber, validUntil, permanent } = document
  if (client.identityNumber === null && identityNumber !== null) {
    await assertIdentityFree(tx, identityNumber, clientId)
    await tx.updateTable('client').set({ identityKind, identityNumber }).where('id', '=', clientId).execute()
    await tx
      .updateTable('clientSearch')
      .set({ identityText: toSearchNumber(identityNumber) })
      .where('clientId', '=', clientId)
      .execute()
  }
  // A company's papers have no last day that would stop it.
  const validity = client.kind === 'person' ? { dniValidUntil: validUntil, dniPermanent: permanent } : {}
  await updateKycClient(tx, clientId, { kycStatus: 'approved', ...validity })
}

/** That a client is who they say, or lives where they say: one person has checked the document, another one approves it. */
export const kycApprovalTask: ApprovalTask<'kycApproval', KycPayload> = {
  name: 'kycApproval',
  module: 'bt_Clientes',
  secondFactor: true,
  getRecordPath: (_documentId, clientId) => clientId && `/clientes/${clientId}#kyc`,
  carryOut: async (tx, actor, { payload, now }) => {
    const locked = await lockDocument(tx, payload, 'verified')
    if (!locked) throw buildRefusal('approval.changedSince')
    assertFitsClient(locked)
    const { client, document } = locked
    const { clientId, documentId, subject } = payload
    await tx
      .updateTable('kycDocument')
      .set({ state: 'superseded' })
      .where('clientId', '=', clientId)
      .where('subject', '=', subject)
      .where('state', '=', 'approved')
      .execute()
    await tx
      .updateTable('kycDocument')
      .set({ state: 'approved', decidedAt: new Date(now).toISOString(), decidedBy: actor.person.userId })
      .where('id', '=', documentId)
      .execute()
    if (subject === 'identity') await writeIdentity(tx, client, locked)
    else await updateKycClient(tx, clientId, { addressStatus: 'approved' })
    const validity = { dniValidUntil: document.validUntil, dniPermanent: document.permanent }
    await recordAuditEvent(tx, actor, {
      action: 'kyc.approved',
      entity: 'client',
      entityId: clientId,
      before:
        subject === 'identity'
          ? { kycStatus: client.kycStatus, dniValidUntil: client.dniValidUntil, dniPermanent: client.dniPermanent }
          : { addressStatus: client.addressStatus },
      after: {
        document: documentId,
        kycSubject: subject,
        ...(subject === 'identity' ? { kycStatus: 'approved', ...validity } : { addressStatus: 'approved' }),
      },
    })
  },
  discardChange: async (tx, { payload }, state) => {
    const locked = await lockDocument(tx, payload, 'verified')
    // A newer version has taken its place.
    if (!locked) return
    const { client, document } = locked
    const isRejected = state === 'rejected'
    await tx
      .updateTable('kycDocument')
      .set(isRejected ? { state: 'rejected' } : { state: 'pending', checkedAt: null, checkedBy: null })
      .where('id', '=', payload.documentId)
      .execute()
    const status = isRejected
      ? buildRejectedStatus(document, client.address)
      : buildWaitingStatus(payload.subject, false)
    await updateKycClient(tx, payload.clientId, status)
  },
  restoreChange: async (tx, _actor, { payload }) => {
    const locked = await lockDocument(tx, payload, 'rejected')
    if (!locked) throw buildRefusal('approval.rejectionFinal')
    if (await findOpenDocument(tx, payload.clientId, payload.subject)) throw buildRefusal('approval.replaced')
    await tx.updateTable('kycDocument').set({ state: 'verified' }).where('id', '=', payload.documentId).execute()
    await updateKycClient(tx, payload.clientId, buildWaitingStatus(payload.subject, true))
  },
}

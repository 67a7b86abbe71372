import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { checkKycDocument, KycDocument, rejectKycDocument } from '#contract/client-kyc.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { clientAuditPurpose, toMaskedClientValues } from '#server/domain/client-audit-values.ts'
import { assertClientCorrectable } from '#server/domain/find-client.ts'
import type { AuditValues } from '#server/domain/mask-audit-values.ts'
import { toReadableKind } from '#server/domain/readable-identity-kind.ts'
import { buildRejectedStatus, buildWaitingStatus, updateKycClient } from './client-status.ts'
import { findKycDocument } from './kyc.queries.ts'
import { assertFitsClient, kycApprovalTask, type LockedDocument, lockDocument } from './kyc-task.ts'

type DocumentKey = { clientId: string; documentId: string }

/** The document that nobody has checked yet, its client locked and inside the caller's scope. */
const lockPendingDocument = async (tx: Kysely<DB>, ctx: Ctx, key: DocumentKey): Promise<LockedDocument> => {
  await assertClientCorrectable(tx, ctx, key.clientId)
  const locked = await lockDocument(tx, key, 'pending')
  if (locked) return locked
  await findKycDocument(tx, key, ctx.businessDate)
  throw buildRefusal('kyc.notPending')
}

/** What the second person sees changing. */
const buildFacts = ({ client, document }: LockedDocument): { before: AuditValues; after: AuditValues } | null => {
  const pickIdentity = ({ identityKind, identityNumber }: Pick<typeof document, 'identityKind' | 'identityNumber'>) =>
    toReadableKind({ identityKind, identityNumber })
  if (document.subject === 'address') return null
  return {
    before: {
      ...pickIdentity(client),
      dniValidUntil: client.dniValidUntil,
      dniPermanent: client.dniPermanent,
    },
    after: {
      ...pickIdentity(document),
      dniValidUntil: document.validUntil,
      dniPermanent: document.permanent,
    },
  }
}

/** Says that the document is right, and asks a second person to approve it. */
export const checkDocument = (
  ctx: Ctx,
  { params, body: { reason } }: ParsedRequest<typeof checkKycDocument>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const locked = await lockPendingDocument(tx, ctx, params)
    assertFitsClient(locked)
    const { client, document } = locked
    const { clientId, documentId } = params
    const { subject } = document
    const now = deps.clock()
    await tx
      .updateTable('kycDocument')
      .set({ state: 'verified', checkedAt: new Date(now).toISOString(), checkedBy: ctx.person.userId })
      .where('id', '=', documentId)
      .execute()
    const status = buildWaitingStatus(subject, true)
    await updateKycClient(tx, clientId, status)
    await recordAuditEvent(tx, ctx, {
      action: 'kyc.checked',
      entity: 'client',
      entityId: clientId,
      after: { document: documentId, kycSubject: subject, ...status },
    })
    const { managerId } = await tx
      .selectFrom('clientList')
      .where('clientId', '=', clientId)
      .select('managerId')
      .executeTakeFirstOrThrow()
    const facts = buildFacts(locked)
    const box = deps.getSecretBox(clientAuditPurpose)
    const proposed = await proposeForApproval(
      tx,
      ctx,
      kycApprovalTask,
      {
        payload: { documentId, clientId, subject },
        reason,
        entity: 'kycDocument',
        entityId: documentId,
        params: { change: subject === 'identity' ? 'kycIdentity' : 'kycAddress', who: client.cvl },
        ...(facts && {
          ...facts,
          audited: { before: toMaskedClientValues(box, facts.before), after: toMaskedClientValues(box, facts.after) },
        }),
        about: { clientId },
        assigneeId: managerId,
      },
      now,
    )
    const { approvalId } = proposed
    if (approvalId) await tx.updateTable('kycDocument').set({ approvalId }).where('id', '=', documentId).execute()
    return proposed
  })

/** Nobody has to agree: it opens nothing. */
export const rejectDocument = (
  ctx: Ctx,
  { params, body: { reason } }: ParsedRequest<typeof rejectKycDocument>,
  { deps }: HttpContext,
): Promise<KycDocument> =>
  ctx.db.transaction().execute(async (tx) => {
    const { client, document } = await lockPendingDocument(tx, ctx, params)
    await tx
      .updateTable('kycDocument')
      .set({
        state: 'rejected',
        rejectReason: reason,
        decidedAt: new Date(deps.clock()).toISOString(),
        decidedBy: ctx.person.userId,
      })
      .where('id', '=', params.documentId)
      .execute()
    const status = buildRejectedStatus(document, client.address)
    await updateKycClient(tx, params.clientId, status)
    await recordAuditEvent(tx, ctx, {
      action: 'kyc.rejected',
      entity: 'client',
      entityId: params.clientId,
      after: { document: params.documentId, kycSubject: document.subject, reason, ...status },
    })
    return findKycDocument(tx, params, ctx.businessDate)
  })

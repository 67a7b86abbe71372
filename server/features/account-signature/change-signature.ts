import type { changeSigningMode } from '#contract/account-signature.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { signatureLabels } from '#server/domain/account-signatures.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findClientAssignment } from '#server/domain/client-assignment.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { findPendingSignatureChange, lockSignature, type Signer } from './signature-holders.ts'
import { oppositeSigningMode, signatureTask } from './signature-task.ts'

/** Who of them has signed; refused where that isn't enough for the change. */
const selectSignedHolders = (
  signers: readonly Signer[],
  { signature, signedBy }: ParsedRequest<typeof changeSigningMode>['body'],
) => {
  if (signedBy.some((place) => place > signers.length))
    throw buildRefusal('request.invalid', { fields: { signedBy: 'unknown' } })
  const signed = signers.filter((_, at) => signedBy.includes(at + 1))
  if (signature === 'one' && signed.length < signers.length)
    throw buildRefusal('account.allSign', { fields: { signedBy: 'required' } })
  return signed
}

/** Proposes who of the holders signs for an account from the approval on. */
export const proposeSigningModeChange = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof changeSigningMode>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const { accountId, clientId } = params
    const { number } = await lockVisibleAccount(tx, ctx, params)
    const account = await lockSignature(tx, accountId)
    if (account.status !== 'active') throw buildRefusal('account.notActive')
    if (account.signers.length < 2) throw buildRefusal('account.oneHolder')
    if (account.signature === body.signature) throw buildRefusal('conflict.changed')
    const signed = selectSignedHolders(account.signers, body)
    const now = deps.clock()
    if (await findPendingSignatureChange(tx, accountId, now)) throw buildRefusal('account.signatureWaits')
    const { cvl, managerId } = await findClientAssignment(tx, clientId)
    const words = { who: cvl, account: number, change: body.signature === 'all' ? 'signAll' : 'signOne' } as const
    const before = { signature: signatureLabels[oppositeSigningMode[body.signature]] }
    const after = { signature: signatureLabels[body.signature] }
    return proposeForApproval(
      tx,
      ctx,
      signatureTask,
      {
        payload: {
          accountId,
          signature: body.signature,
          words,
          signedBy: signed.map((signer) => signer.clientId),
        },
        reason: body.reason,
        entity: 'account',
        entityId: accountId,
        params: words,
        before,
        after: { ...after, signedBy: signed.map(({ name }) => name) },
        audited: { before, after: { ...after, signedBy: signed.map((signer) => signer.cvl) } },
        about: { clientId },
        assigneeId: managerId,
      },
      now,
    )
  })

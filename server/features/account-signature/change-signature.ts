import type { changeSignature as contract } from '#contract/account-signature.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { signatureWords } from '#server/domain/signatures.ts'
import { findWaiting, lockSignature, type Signer } from './known-signature.ts'
import { otherSignature, signatureTask } from './signature-task.ts'

/** Who of them has signed; refused where that isn't enough for the change. */
const signedOf = (signers: readonly Signer[], { signature, signedBy }: Parsed<typeof contract>['body']) => {
  if (signedBy.some((place) => place > signers.length))
    throw refuse('request.invalid', { fields: { signedBy: 'unknown' } })
  const signed = signers.filter((_, at) => signedBy.includes(at + 1))
  if (signature === 'one' && signed.length < signers.length)
    throw refuse('account.allSign', { fields: { signedBy: 'required' } })
  return signed
}

/** Proposes who of the holders signs for an account from the approval on. */
export const changeSignature = (
  ctx: Ctx,
  { params, body }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const { accountId, clientId } = params
    const { number } = await lockVisibleAccount(tx, ctx, params)
    const account = await lockSignature(tx, accountId)
    if (account.status !== 'active') throw refuse('account.notActive')
    if (account.signers.length < 2) throw refuse('account.oneHolder')
    if (account.signature === body.signature) throw refuse('conflict.changed')
    const signed = signedOf(account.signers, body)
    const now = serving.clock()
    if (await findWaiting(tx, accountId, now)) throw refuse('account.signatureWaits')
    const { cvl, managerId } = await tx
      .selectFrom('clientList as l')
      .innerJoin('client', 'client.id', 'l.clientId')
      .where('l.clientId', '=', clientId)
      .select(['l.managerId', 'client.cvl'])
      .executeTakeFirstOrThrow()
    const words = { who: cvl, account: number, change: body.signature === 'all' ? 'signAll' : 'signOne' } as const
    const before = { signature: signatureWords[otherSignature[body.signature]] }
    const after = { signature: signatureWords[body.signature] }
    return propose(
      tx,
      ctx,
      signatureTask,
      {
        payload: {
          ...{ accountId, signature: body.signature, words },
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
        liesWith: managerId,
      },
      now,
    )
  })

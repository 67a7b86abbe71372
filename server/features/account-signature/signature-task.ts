import type { ParamsOfTask } from '#contract/approvals.ts'
import type { signingModes } from '#contract/clients/client.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { signatureLabels } from '#server/domain/account-signatures.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'
import { lockSignature } from './signature-holders.ts'

type SigningMode = (typeof signingModes)[number]
type SigningModePayload = {
  accountId: string
  signature: SigningMode
  /** The holders who have signed for it. */
  signedBy: readonly string[]
  /** As it is told. */
  words: ParamsOfTask<'signature'>
}

export const oppositeSigningMode = { one: 'all', all: 'one' } as const

/** Who signs for a joint account. Whoever lets money go decides who may take it as well. */
export const signatureTask: ApprovalTask<'signature', SigningModePayload> = {
  name: 'signature',
  module: 'bt_Retiradas',
  secondFactor: true,
  getRecordPath: (accountId, clientId) => accountId && clientId && `/clientes/${clientId}/cuentas/${accountId}`,
  carryOut: async (tx, actor, { payload: { accountId, signature, signedBy, words }, makerId }) => {
    const account = await lockSignature(tx, accountId)
    const before = oppositeSigningMode[signature]
    const signing = account.signers.filter(({ clientId }) => signedBy.includes(clientId))
    const isSigned = before === 'all' ? signing.length === account.signers.length : signing.length > 0
    if (account.status !== 'active' || account.signature !== before || !isSigned)
      throw buildRefusal('approval.changedSince')
    await tx.updateTable('account').set({ signature }).where('id', '=', accountId).execute()
    await recordAuditEvent(tx, actor, {
      action: 'account.signatureChanged',
      entity: 'account',
      entityId: accountId,
      before: { signature: signatureLabels[before] },
      after: { signature: signatureLabels[signature], signedBy: signing.map(({ cvl }) => cvl) },
    })
    const [first, ...others] = account.signers.map(({ clientId }) => clientId)
    await notifyClientManagers(tx, [first!, ...others], makerId, {
      kind: 'client.signature',
      params: { task: 'signature', ...words },
      linkOf: (clientId) => `/clientes/${clientId}/cuentas/${accountId}`,
    })
  },
}

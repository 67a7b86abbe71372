import type { ParamsOfTask } from '#contract/approvals.ts'
import type { signatures } from '#contract/clients/client.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { signatureWords } from '#server/domain/signatures.ts'
import { tellManagers } from '#server/domain/tell-managers.ts'
import { lockSignature } from './known-signature.ts'

type Signature = (typeof signatures)[number]
type Payload = {
  accountId: string
  signature: Signature
  /** The holders who have signed for it. */
  signedBy: readonly string[]
  /** As it is told. */
  words: ParamsOfTask<'signature'>
}

export const otherSignature = { one: 'all', all: 'one' } as const

/** Who signs for a joint account. Whoever lets money go decides who may take it as well. */
export const signatureTask: Task<'signature', Payload> = {
  name: 'signature',
  module: 'bt_Retiradas',
  secondFactor: true,
  pageOf: (accountId, clientId) => accountId && clientId && `/clientes/${clientId}/cuentas/${accountId}`,
  carryOut: async (tx, doer, { payload: { accountId, signature, signedBy, words }, makerId }) => {
    const account = await lockSignature(tx, accountId)
    const before = otherSignature[signature]
    const signing = account.signers.filter(({ clientId }) => signedBy.includes(clientId))
    const isSigned = before === 'all' ? signing.length === account.signers.length : signing.length > 0
    if (account.status !== 'active' || account.signature !== before || !isSigned) throw refuse('approval.changedSince')
    await tx.updateTable('account').set({ signature }).where('id', '=', accountId).execute()
    await audit(tx, doer, {
      action: 'account.signatureChanged',
      entity: 'account',
      entityId: accountId,
      before: { signature: signatureWords[before] },
      after: { signature: signatureWords[signature], signedBy: signing.map(({ cvl }) => cvl) },
    })
    const [first, ...others] = account.signers.map(({ clientId }) => clientId)
    await tellManagers(tx, [first!, ...others], makerId, {
      kind: 'client.signature',
      params: { task: 'signature', ...words },
      linkOf: (clientId) => `/clientes/${clientId}/cuentas/${accountId}`,
    })
  },
}

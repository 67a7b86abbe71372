import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { signingModes } from './clients/client.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { Id, Instant } from './core/values.ts'

const accountParams = { params: z.object({ clientId: Id, accountId: Id }) }

export const getSigningMode = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/signature',
  summary: 'Who of its holders signs for an account, with what waits for a second person',
  module: 'bt_Clientes',
  action: 'view',
  ...accountParams,
  output: z.object({
    /** 'one' where there is one holder. */
    signature: z.enum(signingModes),
    /** Those who sign, by their place on the account: of one outside the caller's scope there is the name only. */
    holders: z.array(z.object({ place: z.number().int(), name: z.string() })),
    mayChange: z.boolean(),
    pending: z
      .object({ signature: z.enum(signingModes), approvalId: Id, askedAt: Instant, askerName: z.string().nullable() })
      .nullable(),
  }),
})

/**
 * From all to one takes the signatures of all holders (`account.allSign`), from one to all that of any. `account.oneHolder` where there is nobody else to
 * sign, `account.signatureWaits` where a change waits already, `conflict.changed` where the rule is already so. A request before the approval keeps
 * to the signatures that it was asked with.
 */
export const changeSigningMode = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/signature',
  changes: ['accounts', 'approvals', 'clients', 'payments'],
  summary: 'Propose who of the holders signs for an account from now on',
  module: 'bt_Clientes',
  action: 'edit',
  ...accountParams,
  body: z.strictObject({
    signature: z.enum(signingModes),
    /** The places of those who have signed for the change. */
    signedBy: z.array(z.number().int().positive()).min(1).max(100),
    reason: Reason,
  }),
  output: ProposalResult,
})

import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { blockKinds } from './clients.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id } from './core/values.ts'

const moduleKey = 'bt_Clientes'

/**
 * Commercial and documents at once, legal and death once a second person has agreed. 409 `client.alreadyBlocked` where it is so already,
 * `client.blockWaits` where the same waits.
 */
export const blockClient = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/blocks',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Block a client, with the reason',
  module: moduleKey,
  action: 'edit',
  params: z.object({ clientId: Id }),
  body: z.strictObject({
    kind: z.enum(blockKinds),
    reason: Reason,
    /** When it is likely to be over: it ends only when somebody lifts it. */
    expectedEnd: BusinessDate.nullable(),
  }),
  output: ProposalResult,
})

/** Whoever lifts a block lets money go: a second person agrees. 409 `client.notBlocked` where there is none of that kind. */
export const liftClientBlock = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/blocks/:kind/lift',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Propose to lift a block of a client',
  module: moduleKey,
  action: 'edit',
  params: z.object({ clientId: Id, kind: z.enum(blockKinds) }),
  body: z.strictObject({ reason: Reason }),
  output: ProposalResult,
})

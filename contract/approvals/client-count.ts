import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { Id } from '../core/values.ts'

/** As many as the list has with its filter by this client, of those that the caller sees. */
export const countClientApprovals = defineEndpoint({
  method: 'GET',
  path: '/approvals/client-count',
  summary: 'How many changes about a client wait for a decision',
  module: 'bt_Aprobaciones',
  action: 'view',
  combinable: true,
  query: z.object({ clientId: Id }),
  output: z.object({ pending: z.number().int() }),
})

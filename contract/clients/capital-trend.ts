import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Trend } from '#contract/core/trend.ts'
import { Id } from '#contract/core/values.ts'

export const getClientCapitalTrend = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/capital-trend',
  about: ['accounts', 'clients', 'ledger'],
  summary: 'The capital of a client today and at the end of each of the twelve months before',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: z.object({ clientId: Id }),
  output: Trend,
})

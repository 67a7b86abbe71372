import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { Id } from './core/values.ts'

/** For whoever may approve: it holds what others see in parts only. What the law keeps from the person (why money is frozen) is left out. */
export const exportPersonalData = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/personal-data',
  about: [],
  summary:
    'Everything the firm holds on a client: a JSON file for each table, their documents and a summary as PDF, in one zip',
  module: 'bt_Clientes',
  action: 'approve',
  params: z.object({ clientId: Id }),
  output: z.unknown(),
})

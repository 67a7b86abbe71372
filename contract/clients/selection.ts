import { z } from 'zod'
import { listClients } from '../clients.ts'
import { maxBulkSelection } from '../core/bulk.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { exportFormats } from '../core/list.ts'
import { Id } from '../core/values.ts'
import { ClientSelection } from './client-selection.ts'

/**
 * Names what was chosen in the list, once: a bulk action then works on these clients, whoever comes or goes meanwhile. Only clients that the list
 * shows the caller. 422 `bulk.tooMany` beyond what one action takes.
 */
export const selectClients = defineEndpoint({
  method: 'POST',
  path: '/clients/selection',
  changes: [],
  summary: 'The clients that were chosen in the list, by name',
  module: 'bt_Clientes',
  action: 'view',
  body: z.object({ choice: ClientSelection }),
  output: z.object({ rows: z.array(z.object({ id: Id, name: z.string() })) }),
})

/** The chosen rows of the list as a file, in the order of the list. 404 where one of them is out of the caller's scope. */
export const exportSelectedClients = defineEndpoint({
  method: 'POST',
  path: '/clients/selection/export',
  changes: ['audit'],
  summary: 'The clients that were chosen in the list, as Excel or CSV',
  module: 'bt_Clientes',
  action: 'export',
  query: z.object({
    format: z.enum(exportFormats),
    columns: z.string().max(2000).optional(),
    sort: z.enum(listClients.sortable).default(listClients.first.sort),
    direction: z.enum(['asc', 'desc']).default('asc'),
  }),
  body: z.object({ clientIds: z.array(Id).min(1).max(maxBulkSelection) }),
  output: z.unknown(),
})

import { sql } from 'kysely'
import type { z } from 'zod'
import type { ClientSelection } from '#contract/clients/client-selection.ts'
import { listClients } from '#contract/clients.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { createFilterDayResolver } from '#server/core/filter-days.ts'
import { type ClientListQuery, selectMatchingClients } from './client-filters.ts'
import { selectVisibleClients } from './visibility.ts'

const resolveFilterDays = createFilterDayResolver(listClients.filters)

/** The chosen clients among the visible ones, as the narrow row `c`. A filter is that of the list, so it chooses no more than the list shows. */
export const selectChosenClients = (ctx: Ctx, selection: z.output<typeof ClientSelection>): ClientListQuery =>
  selection.by === 'clients'
    ? selectVisibleClients(ctx).where('c.clientId', '=', sql<string>`any(${selection.clientIds}::bigint[])`)
    : selectMatchingClients(
        { ...ctx, scopes: [...ctx.scopes, ...ctx.person.rights.getScopes('bt_Clientes', 'view')] },
        resolveFilterDays(selection.filter, ctx),
      )

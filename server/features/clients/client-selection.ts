import { sql } from 'kysely'
import * as contract from '#contract/clients/selection.ts'
import { listClients } from '#contract/clients.ts'
import { maxBulkSelection } from '#contract/core/bulk.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectChosenClients } from '#server/domain/client-selection.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { buildListExportRoute } from '#server/reports/export-list.ts'
import { buildExportColumns } from '#server/reports/list-columns.ts'
import { getClientListTexts } from './client-list-texts.ts'
import { querySelectedClients } from './clients.queries.ts'
import { findInterestByClient } from './interest.queries.ts'

/** Throws 404 where a client that was chosen by name is out of the caller's scope: the list never showed them. */
export const findSelectedClients = async (
  ctx: Ctx,
  { body: { choice } }: ParsedRequest<typeof contract.selectClients>,
): Promise<ResponseBody<typeof contract.selectClients>> => {
  const rows = await selectChosenClients(ctx, choice)
    .innerJoin('client', 'client.id', 'c.clientId')
    .select(['client.id', fullNameSql('client').as('name')])
    .orderBy('c.nameSort')
    .orderBy('c.clientId')
    .limit(maxBulkSelection + 1)
    .execute()
  if (rows.length > maxBulkSelection) throw buildRefusal('bulk.tooMany')
  if (choice.by === 'clients' && rows.length < new Set(choice.clientIds).size) throw buildRefusal('notFound')
  return { rows }
}

const countVisible = async (ctx: Ctx, clientIds: readonly string[]): Promise<number> => {
  const { visible } = await selectVisibleClients(ctx)
    .where('c.clientId', '=', sql<string>`any(${[...clientIds]}::bigint[])`)
    .select(sql<number>`count(*)::int`.as('visible'))
    .executeTakeFirstOrThrow()
  if (visible < new Set(clientIds).size) throw buildRefusal('notFound')
  return visible
}

export const selectedClientsExportRoute = buildListExportRoute(contract.exportSelectedClients, {
  texts: getClientListTexts,
  title: (t) => t.title,
  columns: buildExportColumns(listClients, getClientListTexts),
  audited: { action: 'clients.exported', entity: 'client' },
  onRequest: { interestToDate: findInterestByClient },
  total: (ctx, { body }) => countVisible(ctx, body.clientIds),
  rows: async (ctx, { query, body }) => querySelectedClients(ctx, body.clientIds, query),
})

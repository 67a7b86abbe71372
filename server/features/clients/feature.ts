import {
  getAccount,
  getAccountInterest,
  getClient,
  listAccountMovements,
  printAccountStatement as print,
} from '#contract/clients/client.ts'
import { countAccountStatements, exportAccountStatements } from '#contract/clients/statements.ts'
import { getClientFilterOptions, listClients, searchClients } from '#contract/clients.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findAccount, findClient, findClientFilterOptions } from './client.queries.ts'
import { accountRecord, clientRecord } from './client-records.ts'
import { findClientSuggestions } from './client-search.ts'
import { clientExports } from './clients.export.ts'
import { countClients, findClients } from './clients.queries.ts'
import { findAccountInterest } from './interest.queries.ts'
import { countMovements, findMovements } from './movements.queries.ts'
import { printStatement } from './statement-pdf.ts'
import { exportStatementPdfs, findStatementCounts } from './statements.ts'

const routes: readonly Route[] = [
  buildRoute(listClients.page, (ctx, { query }) => findClients(ctx, query)),
  buildRoute(listClients.count, (ctx, { query }) => countClients(ctx, query)),
  buildRoute(searchClients, findClientSuggestions),
  buildRoute(getClientFilterOptions, findClientFilterOptions),
  buildRoute(getClient, findClient),
  buildRoute(getAccount, findAccount),
  buildRoute(getAccountInterest, findAccountInterest),
  buildRoute(listAccountMovements.page, findMovements),
  buildRoute(listAccountMovements.count, countMovements),
  buildRoute(print, printStatement),
  buildRoute(countAccountStatements, findStatementCounts),
  buildRoute(exportAccountStatements, exportStatementPdfs),
  ...clientExports,
]

export const feature: Feature = { routes, records: [clientRecord, accountRecord] }

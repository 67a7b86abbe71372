import {
  getAccount,
  getAccountInterest,
  getClient,
  listMovements,
  printStatement as print,
} from '#contract/clients/client.ts'
import { countStatements, exportStatements } from '#contract/clients/statements.ts'
import { clientFilterOptions, listClients, searchClients } from '#contract/clients.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findAccount, findClient, findFilterOptions } from './client.queries.ts'
import { accountRecord, clientRecord } from './client-records.ts'
import { findFirstClients } from './client-search.ts'
import { clientExports } from './clients.export.ts'
import { countClients, findClients } from './clients.queries.ts'
import { findInterest } from './interest.queries.ts'
import { countMovements, findMovements } from './movements.queries.ts'
import { printStatement } from './statement-pdf.ts'
import { findStatements, sendStatements } from './statements.ts'

const routes: readonly Route[] = [
  serve(listClients.page, (ctx, { query }) => findClients(ctx, query)),
  serve(listClients.count, (ctx, { query }) => countClients(ctx, query)),
  serve(searchClients, findFirstClients),
  serve(clientFilterOptions, findFilterOptions),
  serve(getClient, findClient),
  serve(getAccount, findAccount),
  serve(getAccountInterest, findInterest),
  serve(listMovements.page, findMovements),
  serve(listMovements.count, countMovements),
  serve(print, printStatement),
  serve(countStatements, findStatements),
  serve(exportStatements, sendStatements),
  ...clientExports,
]

export const feature: Feature = { routes, records: [clientRecord, accountRecord] }

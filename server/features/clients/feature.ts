import * as interest from '#contract/clients/account-interest.ts'
import * as trend from '#contract/clients/capital-trend.ts'
import * as client from '#contract/clients/client.ts'
import * as selection from '#contract/clients/selection.ts'
import * as statements from '#contract/clients/statements.ts'
import * as contract from '#contract/clients.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findClientCapitalTrend } from './capital-trend.queries.ts'
import { findClient } from './client.queries.ts'
import { findAccount } from './client-accounts.queries.ts'
import { findClientFilterOptions } from './client-filter-options.ts'
import { accountRecord, clientRecord } from './client-records.ts'
import { findClientSuggestions } from './client-search.ts'
import { findSelectedClients, selectedClientsExportRoute } from './client-selection.ts'
import { clientRoutes } from './clients.list.ts'
import { clientDayReasons } from './day-reasons.ts'
import { blockedClientTile } from './day-tile.ts'
import { findHolderVerdicts } from './holder-verdicts.ts'
import { findAccountInterest } from './interest.queries.ts'
import { movementBranch } from './movement-branch.ts'
import { clientSearches } from './search-sources.ts'
import { printStatement } from './statement-pdf.ts'
import { exportStatementPdfs, findStatementCounts } from './statements.ts'

const routes: readonly Route[] = [
  buildRoute(contract.searchClients, findClientSuggestions),
  buildRoute(selection.selectClients, findSelectedClients),
  buildRoute(contract.getClientFilterOptions, findClientFilterOptions),
  buildRoute(client.getClient, findClient),
  buildRoute(trend.getClientCapitalTrend, findClientCapitalTrend),
  buildRoute(client.getAccount, findAccount),
  buildRoute(client.getHolderVerdicts, findHolderVerdicts),
  buildRoute(interest.getAccountInterest, findAccountInterest),
  buildRoute(client.printAccountStatement, printStatement),
  buildRoute(statements.countAccountStatements, findStatementCounts),
  buildRoute(statements.exportAccountStatements, exportStatementPdfs),
  selectedClientsExportRoute,
  ...clientRoutes,
]

export const feature: Feature = {
  dayReasons: clientDayReasons,
  routes,
  records: [clientRecord, accountRecord],
  searches: clientSearches,
  dayTiles: [blockedClientTile],
  timeline: [movementBranch],
}

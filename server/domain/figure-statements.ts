import type { Expression, RawBuilder } from 'kysely'
import type { FigureKey } from '#contract/figures/keys.ts'
import {
  selectActivatedRows,
  selectCapitalRows,
  selectEndedAccountRows,
  selectExpirationRows,
  selectMaturedRows,
  selectPendingCapitalRows,
  selectUninstructedRows,
} from './account-figures.ts'
import { selectAverageBalanceRows } from './average-balance.ts'
import { selectCaptationOutRows, selectCaptationRows, selectNetCaptationRows } from './captation.ts'
import { selectAgeRows, selectSizeRows, selectTenureRows } from './client-distribution.ts'
import {
  selectBirthdayRows,
  selectClientRows,
  selectExpiredIdRows,
  selectRegisteredClientRows,
} from './client-figures.ts'
import type { FigureRequest } from './figure-scope.ts'
import { selectInterestRows } from './interest-figure.ts'
import {
  selectBalanceRows,
  selectContributionRows,
  selectFlowRows,
  selectIdleMoneyRows,
  selectOutflowRows,
  selectPortfolioMoveRows,
} from './movement-figures.ts'
import { selectWithdrawalRequestRows } from './order-figures.ts'

/**
 * The rows of each figure: `id`, `account_id`, `client_id`, `day`, `part`, `amount` (null where it counts). A figure is their sum, or their number:
 * screen and file read them from here alone. Tiles that are summed from kept totals (`kept-sums.ts`) come to the same; a test compares them.
 */
export const figureStatements: Record<
  FigureKey,
  (request: FigureRequest) => Expression<unknown> | Promise<RawBuilder<unknown>>
> = {
  totalCapital: selectCapitalRows,
  pendingCapital: selectPendingCapitalRows,
  withdrawalRequests: selectWithdrawalRequestRows,
  expirations: selectExpirationRows,
  generatedInterests: selectInterestRows,
  registeredClients: selectRegisteredClientRows,
  expiredIds: selectExpiredIdRows,
  birthdayClients: selectBirthdayRows,
  activatedAccounts: selectActivatedRows,
  contributions: selectContributionRows,
  captation: selectCaptationRows,
  captationOut: selectCaptationOutRows,
  netCaptation: selectNetCaptationRows,
  balance: selectBalanceRows,
  flows: selectFlowRows,
  portfolioMoves: selectPortfolioMoveRows,
  idleMoney: selectIdleMoneyRows,
  clients: selectClientRows,
  uninstructed: selectUninstructedRows,
  clientSizes: selectSizeRows,
  clientAges: selectAgeRows,
  clientTenures: selectTenureRows,
  outflows: selectOutflowRows,
  averageBalance: selectAverageBalanceRows,
  endedAccounts: selectEndedAccountRows,
  maturedMoney: selectMaturedRows,
}

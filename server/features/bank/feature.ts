import * as uploads from '#contract/bank/uploads.ts'
import * as contract from '#contract/bank.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { assignReceipt } from './assign-receipt.ts'
import { bankRoutes } from './bank.list.ts'
import { findBankEntry, findStatement, findTargetAccounts } from './bank.queries.ts'
import { receiptTile } from './day-tile.ts'
import { findPendingUploads } from './pending-uploads.ts'
import { findUpload } from './planned-lines.queries.ts'
import {
  completeReceiptReturn,
  findReturnCandidates,
  startReceiptReturn,
  stopReceiptReturn,
} from './receipt-returns.ts'
import { receiptTask } from './receipt-task.ts'
import { receiveStatementUpload, statementUploadTask } from './receive-statement-upload.ts'
import { reconcileStatement } from './reconcile.queries.ts'
import { statementSearch } from './search-source.ts'

const routes: readonly Route[] = [
  buildRoute(uploads.uploadBankStatement, receiveStatementUpload),
  buildRoute(uploads.listPendingBankUploads, findPendingUploads),
  buildRoute(uploads.getBankUpload, findUpload),
  ...bankRoutes,
  buildRoute(contract.getBankStatement, findStatement),
  buildRoute(contract.getStatementReconciliation, reconcileStatement),
  buildRoute(contract.getBankEntry, findBankEntry),
  buildRoute(contract.findReceiptAccounts, findTargetAccounts),
  buildRoute(contract.assignReceipt, assignReceipt),
  buildRoute(contract.returnReceipt, startReceiptReturn),
  buildRoute(contract.cancelReceiptReturn, stopReceiptReturn),
  buildRoute(contract.confirmReceiptReturn, completeReceiptReturn),
  buildRoute(contract.findReturnEntries, findReturnCandidates),
]

export const feature: Feature = {
  routes,
  tasks: [receiptTask, statementUploadTask],
  searches: [statementSearch],
  dayTiles: [receiptTile],
}

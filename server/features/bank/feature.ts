import {
  getBankUpload,
  listPendingBankUploads,
  listPlannedBankLines,
  uploadBankStatement,
} from '#contract/bank/uploads.ts'
import {
  assignReceipt as assign,
  cancelReceiptReturn,
  confirmReceiptReturn,
  findReceiptAccounts,
  findReturnEntries,
  getBankEntry,
  getBankStatement,
  getStatementReconciliation,
  returnReceipt,
} from '#contract/bank.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { assignReceipt } from './assign-receipt.ts'
import { bankRoutes } from './bank.list.ts'
import { findBankEntry, findStatement, findTargetAccounts } from './bank.queries.ts'
import { findPendingUploads } from './pending-uploads.ts'
import { countPlannedLines, findPlannedLines, findUpload } from './planned-lines.queries.ts'
import {
  completeReceiptReturn,
  findReturnCandidates,
  startReceiptReturn,
  stopReceiptReturn,
} from './receipt-returns.ts'
import { receiptTask } from './receipt-task.ts'
import { receiveStatementUpload, statementUploadTask } from './receive-statement-upload.ts'
import { reconcileStatement } from './reconcile.queries.ts'

const routes: readonly Route[] = [
  buildRoute(uploadBankStatement, receiveStatementUpload),
  buildRoute(listPendingBankUploads, findPendingUploads),
  buildRoute(getBankUpload, findUpload),
  buildRoute(listPlannedBankLines.page, findPlannedLines),
  buildRoute(listPlannedBankLines.count, countPlannedLines),
  ...bankRoutes,
  buildRoute(getBankStatement, findStatement),
  buildRoute(getStatementReconciliation, reconcileStatement),
  buildRoute(getBankEntry, findBankEntry),
  buildRoute(findReceiptAccounts, findTargetAccounts),
  buildRoute(assign, assignReceipt),
  buildRoute(returnReceipt, startReceiptReturn),
  buildRoute(cancelReceiptReturn, stopReceiptReturn),
  buildRoute(confirmReceiptReturn, completeReceiptReturn),
  buildRoute(findReturnEntries, findReturnCandidates),
]

export const feature: Feature = { routes, tasks: [receiptTask, statementUploadTask] }

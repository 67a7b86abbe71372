import { getBankUpload, listPlannedBankLines, listPendingBankUploads, uploadBankStatement } from '#contract/bank/uploads.ts'
import {
  assignReceipt as assign,
  confirmReceiptReturn,
  findReceiptAccounts,
  findReturnEntries,
  getBankEntry,
  getStatementReconciliation,
  getBankStatement,
  cancelReceiptReturn,
  returnReceipt,
} from '#contract/bank.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, buildRoute } from '#server/core/routes.ts'
import { assignReceipt } from './assign-receipt.ts'
import { bankRoutes } from './bank.list.ts'
import { findTargetAccounts, findBankEntry, findStatement } from './bank.queries.ts'
import { countPlannedLines, findPlannedLines, findUpload } from './planned-lines.queries.ts'
import { receiptTask } from './receipt-task.ts'
import { reconcileStatement } from './reconcile.queries.ts'
import { completeReceiptReturn, findReturnCandidates, stopReceiptReturn, startReceiptReturn } from './receipt-returns.ts'
import { statementUploadTask, receiveStatementUpload } from './receive-statement-upload.ts'
import { findPendingUploads } from './pending-uploads.ts'

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

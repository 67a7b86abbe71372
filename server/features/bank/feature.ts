import { getUpload, listPlannedLines, listWaitingUploads, uploadStatement } from '#contract/bank/uploads.ts'
import {
  assignReceipt as assign,
  confirmReturn,
  findTargets,
  findWaysBack,
  getEntry,
  getReconciliation,
  getStatement,
  keepReceipt,
  returnReceipt,
} from '#contract/bank.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { assignReceipt } from './assign-receipt.ts'
import { bankRoutes } from './bank.list.ts'
import { findAccounts, findEntry, findStatement } from './bank.queries.ts'
import { countPlannedLines, findPlannedLines, findUpload } from './planned-lines.queries.ts'
import { receiptTask } from './receipt-task.ts'
import { reconcile } from './reconcile.queries.ts'
import { confirmWentBack, findBacks, keep, sendBack } from './send-back.ts'
import { statementTask, takeStatement } from './take-statement.ts'
import { findWaitingUploads } from './waiting-uploads.ts'

const routes: readonly Route[] = [
  serve(uploadStatement, takeStatement),
  serve(listWaitingUploads, findWaitingUploads),
  serve(getUpload, findUpload),
  serve(listPlannedLines.page, findPlannedLines),
  serve(listPlannedLines.count, countPlannedLines),
  ...bankRoutes,
  serve(getStatement, findStatement),
  serve(getReconciliation, reconcile),
  serve(getEntry, findEntry),
  serve(findTargets, findAccounts),
  serve(assign, assignReceipt),
  serve(returnReceipt, sendBack),
  serve(keepReceipt, keep),
  serve(confirmReturn, confirmWentBack),
  serve(findWaysBack, findBacks),
]

export const feature: Feature = { routes, tasks: [receiptTask, statementTask] }

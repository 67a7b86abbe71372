import * as contract from '#contract/journals.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findJournal } from './journal.queries.ts'
import { reversalTask } from './reversal-task.ts'
import { reverseAnyJournal, reverseJournal } from './reverse-journal.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getJournal, findJournal),
  buildRoute(contract.reverseJournal, reverseJournal),
  buildRoute(contract.reverseAccountingJournal, reverseAnyJournal),
]

export const feature: Feature = { routes, tasks: [reversalTask] }

import { getJournal, reverseJournal as reverse, reverseBooked as reverseAny } from '#contract/journals.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findJournal } from './journal.queries.ts'
import { reversalTask } from './reversal-task.ts'
import { reverseBooked, reverseJournal } from './reverse-journal.ts'

const routes: readonly Route[] = [
  serve(getJournal, findJournal),
  serve(reverse, reverseJournal),
  serve(reverseAny, reverseBooked),
]

export const feature: Feature = { routes, tasks: [reversalTask] }

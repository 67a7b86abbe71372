import { getJournal, reverseJournal as reverse } from '#contract/journals.ts'
import { addContribution as add } from '#contract/money-in.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { addContribution } from './add-contribution.ts'
import { findJournal } from './journal.queries.ts'
import { reverseJournal } from './reverse-journal.ts'

export const moneyRoutes: readonly Route[] = [
  serve(add, addContribution),
  serve(getJournal, findJournal),
  serve(reverse, reverseJournal),
]

import { getJournal, reverseJournal as reverse, reverseBooked as reverseAny } from '#contract/journals.ts'
import { addContribution as add, confirmContribution as confirm, listContributions } from '#contract/money-in.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { addContribution } from './add-contribution.ts'
import { confirmContribution } from './confirm-contribution.ts'
import { contributionExports } from './contributions.export.ts'
import { countContributions, findContributions } from './contributions.queries.ts'
import { findJournal } from './journal.queries.ts'
import { reverseBooked, reverseJournal } from './reverse-journal.ts'

export const moneyRoutes: readonly Route[] = [
  serve(add, addContribution),
  serve(confirm, confirmContribution),
  serve(listContributions.page, (ctx, { query }) => findContributions(ctx, query)),
  serve(listContributions.count, (ctx, { query }) => countContributions(ctx, query)),
  ...contributionExports,
  serve(getJournal, findJournal),
  serve(reverse, reverseJournal),
  serve(reverseAny, reverseBooked),
]

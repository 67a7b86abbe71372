import { BusinessDate } from '#contract/core/values.ts'
import { findLedgerBalances } from '#server/features/ledger/ledger-balances.ts'
import { rebuildLedger } from '#server/features/ledger/rebuild-ledger.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { defineCommand, UsageError } from './command.ts'

const asOfOption = {
  'as-of': { value: 'DATE', help: 'as the books stood at the end of that day, YYYY-MM-DD' },
} as const

const parseDateOption = (text: string | undefined): string | undefined => {
  if (text !== undefined && !BusinessDate.safeParse(text).success)
    throw new UsageError(`--as-of "${text}" is not a date YYYY-MM-DD.`)
  return text
}

export const verifyLedgerCommand = defineCommand({
  name: 'ledger verify',
  summary: 'Recompute balances and totals from the postings, and report every difference',
  details: `With --as-of the figures are those of that day; the differences are always those of the whole books.
Exit code 1 where something differs.`,
  prefix: 'required',
  options: asOfOption,
  run: async ({ options, prefix, ownerUrl, secret, progress }) => {
    const asOf = parseDateOption(options['as-of'])
    progress('read the books')
    return verifyLedger({ ownerUrl, secret, prefix }, asOf)
  },
  failed: ({ differences }) => differences > 0,
})

export const ledgerBalancesCommand = defineCommand({
  name: 'ledger balances',
  summary: 'What stands in each account, counted from the postings',
  prefix: 'required',
  options: asOfOption,
  run: ({ options, prefix, ownerUrl, secret }) =>
    findLedgerBalances({ ownerUrl, secret, prefix }, parseDateOption(options['as-of'])),
})

export const rebuildLedgerCommand = defineCommand({
  name: 'ledger rebuild',
  summary: 'Make balances and totals anew from the postings, and report what differed',
  details: `In one transaction; nobody posts meanwhile. The postings are never touched.
Exit code 1, and nothing written, where they themselves don't hold.`,
  prefix: 'required',
  run: ({ prefix, ownerUrl, progress }) => {
    progress('read the books')
    return rebuildLedger({ ownerUrl, prefix })
  },
  failed: ({ left }) => left > 0,
})

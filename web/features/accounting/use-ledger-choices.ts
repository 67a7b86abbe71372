import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listAddedLedgerAccounts } from '#contract/accounting/ledger-accounts.ts'
import { ledgerCodes } from '#contract/journals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useLedgerNames } from '#web/domain/ledger-name.ts'

/** The chart to choose from: the fixed accounts, then those of the firm; those that are retired only where one looks back. */
export const useLedgerChoices = (withRetired: boolean): { value: string; label: string }[] => {
  const nameOf = useLedgerNames()
  const { data } = useQuery(buildQueryOptions(listAddedLedgerAccounts, {}))
  return useMemo(() => {
    const added = (data?.accounts ?? []).filter(({ retiredAt }) => withRetired || retiredAt === null)
    return [
      ...ledgerCodes.map((code) => ({ value: code, label: nameOf(code, null) })),
      ...added.map(({ code, name }) => ({ value: code, label: nameOf(code, name) })),
    ]
  }, [data, nameOf, withRetired])
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listLedgerAccounts } from '#contract/accounting/ledger-accounts.ts'
import { ledgerCodes } from '#contract/journals.ts'
import { read } from '#web/core/query.ts'
import { useLedgerName } from '#web/domain/ledger-name.ts'

/** The chart to choose from: the fixed accounts, then those of the firm; those that are retired only where one looks back. */
export const useLedgerChoices = (withRetired: boolean): { value: string; label: string }[] => {
  const nameOf = useLedgerName()
  const { data } = useQuery(read(listLedgerAccounts, {}))
  return useMemo(() => {
    const added = (data?.accounts ?? []).filter(({ retiredAt }) => withRetired || retiredAt === null)
    return [
      ...ledgerCodes.map((code) => ({ value: code, label: nameOf(code, null) })),
      ...added.map(({ code, name }) => ({ value: code, label: nameOf(code, name) })),
    ]
  }, [data, nameOf, withRetired])
}

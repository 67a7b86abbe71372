import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findEntryAccounts } from '#contract/accounting/entries.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

type AccountOption = { value: string; label: string }
type Props = {
  selectedAccount: AccountOption
  error: string | undefined
  onChange: (selectedAccount: AccountOption) => void
}

/** Finds a client's account by its number or its holder. What was chosen stays named, whatever is typed later. */
export const ClientAccountPicker = ({ selectedAccount, error, onChange }: Props) => {
  const { t } = useTranslation('entries')
  const format = useFormatters()
  const [typed, setTyped] = useState(selectedAccount.label)
  const searchText = useDebounced(typed.trim())
  const { data, isFetching } = useQuery({
    ...buildQueryOptions(findEntryAccounts, { query: { q: searchText } }),
    enabled: searchText.length > 1 && typed !== selectedAccount.label,
    placeholderData: keepPreviousData,
  })
  const found = (data?.rows ?? []).map(({ accountId, number, clientName, available }) => ({
    value: accountId,
    label: t('available', { number, name: clientName, amount: format.money(available, { euros: true }) }),
  }))
  return (
    <SearchSelect
      label={t('account')}
      placeholder={t('accountHint')}
      error={error}
      onSearch={setTyped}
      answered={isFetching ? null : searchText}
      value={selectedAccount.value}
      onChange={(_, option) => onChange(option ?? { value: '', label: '' })}
      data={
        selectedAccount.value && !found.some((one) => one.value === selectedAccount.value)
          ? [selectedAccount, ...found]
          : found
      }
      nothingFoundMessage={searchText.length > 1 ? t('nothing') : undefined}
    />
  )
}

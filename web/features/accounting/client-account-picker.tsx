import { useState } from 'react'
import { findEntryAccounts } from '#contract/accounting/entries.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'

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
  const { found, isLongEnough, answered } = useServerSearch(
    typed,
    (q) => buildQueryOptions(findEntryAccounts, { query: { q } }),
    { isPaused: typed === selectedAccount.label },
  )
  const options = (found?.rows ?? []).map(({ accountId, number, clientName, available }) => ({
    value: accountId,
    label: t('available', { number, name: clientName, amount: format.money(available, { euros: true }) }),
  }))
  return (
    <SearchSelect
      label={t('account')}
      placeholder={t('accountHint')}
      error={error}
      onSearch={setTyped}
      answered={answered}
      value={selectedAccount.value}
      onChange={(_, option) => onChange(option ?? { value: '', label: '' })}
      data={
        selectedAccount.value && !options.some((one) => one.value === selectedAccount.value)
          ? [selectedAccount, ...options]
          : options
      }
      nothingFoundMessage={isLongEnough ? t('nothing') : undefined}
    />
  )
}

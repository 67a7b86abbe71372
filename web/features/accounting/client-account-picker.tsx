import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findEntryAccounts } from '#contract/accounting/entries.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'

type AccountOption = { value: string; label: string }
type Props = { chosen: AccountOption; error: string | undefined; onChange: (chosen: AccountOption) => void }

/** Finds a client's account by its number or its holder. What was chosen stays named, whatever is typed later. */
export const ClientAccountPicker = ({ chosen, error, onChange }: Props) => {
  const { t } = useTranslation('entries')
  const format = useFormatters()
  const [typed, setTyped] = useState(chosen.label)
  const [asked] = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    ...buildQueryOptions(findEntryAccounts, { query: { q: asked } }),
    enabled: asked.length > 1 && typed !== chosen.label,
    placeholderData: keepPreviousData,
  })
  const found = (data?.rows ?? []).map(({ accountId, number, clientName, available }) => ({
    value: accountId,
    label: t('available', { number, name: clientName, amount: format.money(available, { euros: true }) }),
  }))
  return (
    <Select
      label={t('account')}
      placeholder={t('accountHint')}
      error={error}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen.value || null}
      onChange={(accountId, option) => onChange(accountId ? option : { value: '', label: '' })}
      data={chosen.value && !found.some((one) => one.value === chosen.value) ? [chosen, ...found] : found}
      filter={({ options }) => options}
      nothingFoundMessage={asked.length > 1 ? t('nothing') : undefined}
    />
  )
}

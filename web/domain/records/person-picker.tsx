import { Combobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { searchRecordPeople } from '#contract/records.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RecordKey } from './record-key.ts'
import { useSearchCombobox } from './use-search-combobox.ts'

type Props = {
  recordKey: RecordKey
  label: string
  onPick: (userId: string | null) => void
  /** Offers nobody, too. */
  mayBeNobody: boolean
  target: (toggle: () => void) => ReactElement
}

const nobodyValue = 'nobody'

/** A colleague who sees the record, found by name. */
export const PersonPicker = ({ recordKey, label, onPick, mayBeNobody, target }: Props) => {
  const { t } = useTranslation('records')
  const { combobox, typed, search, isSearchOfTyped, isEnterPending, searchProps, follow } = useSearchCombobox()
  const { data, isPlaceholderData } = useQuery({
    ...buildQueryOptions(searchRecordPeople, { params: recordKey, query: { search } }),
    enabled: combobox.dropdownOpened,
    placeholderData: (before) => before,
  })
  const isUpToDate = isSearchOfTyped && !isPlaceholderData && data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each other list.
  useEffect(() => follow(isUpToDate), [data, search, isUpToDate, isEnterPending])
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      // What lies under it is out of reach while it is open: half a tab would be too small to hit.
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
      onOptionSubmit={(picked) => {
        onPick(picked === nobodyValue ? null : picked)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        {target(() => combobox.toggleDropdown())}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          {...searchProps}
          aria-label={t('assignment.search')}
          placeholder={t('assignment.search')}
          maxLength={80}
        />
        <Combobox.Options aria-label={label} mah={280} style={{ overflowY: 'auto' }}>
          {mayBeNobody && typed === '' && (
            <Combobox.Option value={nobodyValue}>{t('assignment.nobody')}</Combobox.Option>
          )}
          {data?.people.map(({ userId, name, me }) => (
            <Combobox.Option key={userId} value={userId}>
              {me ? t('assignment.me', { name }) : name}
            </Combobox.Option>
          ))}
          {data?.people.length === 0 && <Combobox.Empty>{t('mention.nobody')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

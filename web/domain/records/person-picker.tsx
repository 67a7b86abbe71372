import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRecordPeople } from '#contract/records.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import type { RecordKey } from './record-key.ts'

type Props = {
  of: RecordKey
  label: string
  onPick: (userId: string | null) => void
  /** Offers nobody, too. */
  mayBeNobody: boolean
  target: (toggle: () => void) => ReactElement
}

const nobodyValue = 'nobody'

/** A colleague who sees the record, found by name. */
export const PersonPicker = ({ of, label, onPick, mayBeNobody, target }: Props) => {
  const { t } = useTranslation('records')
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const { data, isPlaceholderData } = useQuery({
    ...buildQueryOptions(searchRecordPeople, { params: of, query: { search: asked } }),
    enabled: combobox.dropdownOpened,
    placeholderData: (before) => before,
  })
  const isUpToDate = asked === typed.trim() && !isPlaceholderData && data !== undefined
  // What Enter takes: the first of what was typed, never of what was found for less of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each other list.
  useEffect(() => {
    if (combobox.dropdownOpened && asked !== '' && isUpToDate) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [data, asked, isUpToDate])
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
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
          value={typed}
          role="combobox"
          aria-expanded
          aria-label={t('assignment.search')}
          placeholder={t('assignment.search')}
          maxLength={80}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
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

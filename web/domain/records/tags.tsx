import { Button, Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTag, maxTags, removeTag, searchTags } from '#contract/records/tags.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import type { PanelsState, RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { TagChip } from './tag-chip.tsx'
import { useRecordChange } from './use-record-change.ts'

const AddTagForm = ({ of, onAdd, isBusy }: { of: RecordKey; onAdd: (name: string) => void; isBusy: boolean }) => {
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
    ...buildQueryOptions(searchTags, { params: of, query: { search: asked } }),
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
  const isNew = asked !== '' && isUpToDate && !data.exact
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      onOptionSubmit={(name) => {
        onAdd(name)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={() => combobox.toggleDropdown()}>
          {t('tags.add')}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          role="combobox"
          aria-expanded
          aria-label={t('tags.search')}
          placeholder={t('tags.search')}
          maxLength={40}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Combobox.Options aria-label={t('tags.add')} mah={280} style={{ overflowY: 'auto' }}>
          {data?.tags.map((tag) => (
            <Combobox.Option key={tag.id} value={tag.name}>
              <TagChip tag={tag} />
            </Combobox.Option>
          ))}
          {isNew && <Combobox.Option value={asked}>{t('tags.create', { name: asked })}</Combobox.Option>}
          {data?.tags.length === 0 && !isNew && (
            <Combobox.Empty>{t(asked === '' ? 'tags.noneYet' : 'tags.there')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The tags of the record; whoever works on it puts them on and takes them off. */
export const Tags = ({ of, state }: { of: RecordKey; state: PanelsState }) => {
  const { t } = useTranslation('records')
  const { change, failure, isBusy } = useRecordChange(of)
  const { tags, mayWork } = state
  return (
    <div className={classes.fact}>
      <h3 className={classes.term}>{t('tags.title')}</h3>
      <div className={classes.value}>
        {tags.length === 0 && !mayWork && <span className={classes.muted}>{t('tags.none')}</span>}
        {tags.map((tag) => (
          <TagChip
            key={tag.id}
            tag={tag}
            removeLabel={t('tags.remove', { name: tag.name })}
            onRemove={
              mayWork
                ? () => void change(() => callEndpoint(removeTag, { params: { ...of, tagId: tag.id } }))
                : undefined
            }
          />
        ))}
        {mayWork && tags.length < maxTags && (
          <AddTagForm
            of={of}
            isBusy={isBusy}
            onAdd={(name) => void change(() => callEndpoint(addTag, { params: of, body: { name } }))}
          />
        )}
      </div>
      <FailureMessage of={failure} />
    </div>
  )
}

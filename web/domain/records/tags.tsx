import { Button, Combobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Tag } from '#contract/records/tag.ts'
import { addTag, maxTags, removeTag, searchTags } from '#contract/records/tags.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './record-facts.module.css'
import type { PanelProps, RecordKey } from './record-key.ts'
import { TagChip } from './tag-chip.tsx'
import { useSearchCombobox } from './use-search-combobox.ts'

const AddTagForm = ({
  recordKey,
  onAdd,
  isBusy,
}: {
  recordKey: RecordKey
  onAdd: (name: string) => void
  isBusy: boolean
}) => {
  const { t } = useTranslation('records')
  const { combobox, search, isSearchOfTyped, isEnterPending, searchProps, follow } = useSearchCombobox()
  const { data, isPlaceholderData } = useQuery({
    ...buildQueryOptions(searchTags, { params: recordKey, query: { search } }),
    enabled: combobox.dropdownOpened,
    placeholderData: (before) => before,
  })
  const isUpToDate = isSearchOfTyped && !isPlaceholderData && data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each other list.
  useEffect(() => follow(isUpToDate), [data, search, isUpToDate, isEnterPending])
  const isNew = search !== '' && isUpToDate && !data.exact
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
        <Combobox.Search {...searchProps} aria-label={t('tags.search')} placeholder={t('tags.search')} maxLength={40} />
        <Combobox.Options aria-label={t('tags.add')} mah={280} style={{ overflowY: 'auto' }}>
          {data?.tags.map((tag) => (
            <Combobox.Option key={tag.id} value={tag.name}>
              <TagChip tag={tag} />
            </Combobox.Option>
          ))}
          {isNew && <Combobox.Option value={search}>{t('tags.create', { name: search })}</Combobox.Option>}
          {data?.tags.length === 0 && !isNew && (
            <Combobox.Empty>{t(search === '' ? 'tags.noneYet' : 'tags.there')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The tags of the record; whoever works on it puts them on and takes them off. */
export const Tags = ({ recordKey, state, messages }: PanelProps) => {
  const { t } = useTranslation('records')
  const { run, failure, busy } = useAction()
  const { tags, mayWork } = state
  const putOn = (name: string) =>
    callEndpoint(addTag, { params: recordKey, body: { name } }, { refreshOnRefusal: true })
  const takeOff = (tagId: string) =>
    callEndpoint(removeTag, { params: { ...recordKey, tagId } }, { refreshOnRefusal: true })
  const add = (typed: string) =>
    run(async () => {
      const { id, name } = await putOn(typed)
      const undo = async () => {
        await takeOff(id)
        return t('tags.removed', { name })
      }
      messages.show({ text: t('tags.added', { name }), undo })
    })
  const remove = ({ id, name }: Tag) =>
    run(async () => {
      await takeOff(id)
      const undo = async () => {
        await putOn(name)
        return t('tags.added', { name })
      }
      messages.show({ text: t('tags.removed', { name }), undo })
    })
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
            onRemove={mayWork ? () => void remove(tag) : undefined}
          />
        ))}
        {mayWork && tags.length < maxTags && (
          <AddTagForm recordKey={recordKey} isBusy={busy} onAdd={(name) => void add(name)} />
        )}
      </div>
      <FailureMessage of={failure} />
    </div>
  )
}

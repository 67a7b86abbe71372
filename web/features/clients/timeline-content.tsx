import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type TimelineKind, timelineKinds } from '#contract/timeline.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DebouncedInput } from '#web/ui/list/debounced-input.tsx'
import { FilterChips } from '#web/ui/list/filter-chips.tsx'
import { splitDateRange } from '#web/ui/list/filter-text.ts'
import classes from './client-timeline.module.css'
import { TimelineEntryRow } from './timeline-entry.tsx'
import { useTimelineFilters } from './timeline-filters.ts'
import { useTimeline } from './use-timeline.ts'

type FilterBarProps = ReturnType<typeof useTimelineFilters> & { visibleKinds: readonly TimelineKind[] }

const TimelineFilterBar = ({ filters, change, isFiltered, visibleKinds }: FilterBarProps) => {
  const { t } = useTranslation('timeline')
  const { kinds, from, to, search } = filters
  const toggle = (kind: TimelineKind): void =>
    change({ kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind] })
  return (
    <search className={classes.filters} aria-label={t('filters')}>
      <fieldset className={classes.kinds} aria-label={t('kindsLabel')}>
        <Button
          size="compact-sm"
          variant={kinds.length === 0 ? 'light' : 'default'}
          aria-pressed={kinds.length === 0}
          onClick={() => change({ kinds: [] })}
        >
          {t('all')}
        </Button>
        {visibleKinds.map((kind) => (
          <Button
            key={kind}
            size="compact-sm"
            variant={kinds.includes(kind) ? 'light' : 'default'}
            aria-pressed={kinds.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {t(`kinds.${kind}`)}
          </Button>
        ))}
      </fieldset>
      <div className={classes.narrow}>
        <DebouncedInput
          type="search"
          size="xs"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          maxLength={80}
          autoComplete="off"
          value={search}
          onChange={(value) => change({ search: value })}
        />
        <FilterChips
          filters={[
            [
              'from',
              { control: 'dateRange', to: 'to', label: t('days'), endLabels: [t('from'), t('to')], alwaysShown: true },
            ],
          ]}
          values={from || to ? { from: `${from}~${to}` } : {}}
          multiple={[]}
          onChange={(_, value) => change(splitDateRange(value))}
        />
        {isFiltered && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => change({ kinds: [], from: '', to: '', search: '' })}
          >
            {t('clear')}
          </Button>
        )}
      </div>
    </search>
  )
}

/** The entries, newest first, with their filters. The old ones stay in sight while others load. */
export default function TimelineContent({ clientId }: { clientId: string }) {
  const { t } = useTranslation('timeline')
  const filtering = useTimelineFilters()
  const timeline = useTimeline(clientId, filtering.filters)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = timeline
  const entries = data?.pages.flatMap((page) => page.entries)
  // What the caller doesn't see is no filter; before that is known, no button may move.
  const visibleKinds = data ? timelineKinds.filter((kind) => data.pages[0]?.kinds.includes(kind)) : []
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!entries) return <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  return (
    <>
      <TimelineFilterBar {...filtering} visibleKinds={visibleKinds} />
      {entries.length === 0 && (
        <EmptyState
          title={t(filtering.isFiltered ? 'nothing' : 'empty')}
          hint={t(filtering.isFiltered ? 'nothingHint' : 'emptyHint')}
        />
      )}
      {entries.length > 0 && (
        <ol className={classes.entries} aria-label={t('list')} aria-busy={isPlaceholderData}>
          {entries.map((entry) => (
            <TimelineEntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div>
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('older')}
          </Button>
        </div>
      )}
    </>
  )
}

import { useMemo } from 'react'
import { listPostingRuns, postingRunKinds } from '#contract/interest.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { DeadJobs } from './dead-jobs.tsx'
import { getRunState, renderRunBadge } from './run-state.tsx'

type PostingRunList = typeof listPostingRuns

const usePostingRunFilters = (): FilterChoices<PostingRunList> => {
  const { t } = useTranslation('runs')
  return useMemo(
    () => ({
      kind: {
        control: 'select',
        label: t('fields.kind'),
        alwaysShown: true,
        options: postingRunKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      from: { control: 'dateRange', to: 'to', endLabels: [t('fields.from'), t('fields.to')], alwaysShown: true },
      to: { control: 'rangeEnd' },
      failed: { control: 'yesNo', label: t('fields.failed') },
    }),
    [t],
  )
}

const usePostingRunColumns = () => {
  const { t } = useTranslation('runs')
  return useListColumns(
    listPostingRuns,
    useMemo(
      (): ScreenColumns<PostingRunList> => [
        { key: 'businessDate', phone: 1 },
        { key: 'kind', phone: 2 },
        {
          key: 'finishedAt',
          label: t('fields.state'),
          cell: (_, run) => {
            const state = getRunState(run)
            return renderRunBadge(state, t(`states.${state}`))
          },
        },
        { key: 'startedAt', optional: true },
        'accounts',
        { key: 'journals', optional: true },
        { key: 'interest', phone: 3 },
        'bonus',
        'withheld',
        'failures',
      ],
      [t],
    ),
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listPostingRuns)

const buildPostingRunHref = createRowHref('/crm/Procesos')

/** What ran over all accounts, night by night, the newest first. */
export default function PostingRunsScreen() {
  const { t } = useTranslation('runs')
  return (
    <ListScreen
      list={listPostingRuns}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      contentAbove={<DeadJobs />}
      filters={usePostingRunFilters()}
      columns={usePostingRunColumns()}
      rowHref={buildPostingRunHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listPostingRuns, postingRunKinds } from '#contract/interest.ts'
import { useFormatters } from '#web/core/format.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
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
        pinned: true,
        options: postingRunKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      from: { control: 'date', label: t('fields.from'), pinned: true },
      to: { control: 'date', label: t('fields.to'), pinned: true },
      failed: { control: 'yesNo', label: t('fields.failed') },
    }),
    [t],
  )
}

const usePostingRunColumns = (): readonly Column<PostingRunList>[] => {
  const { t } = useTranslation('runs')
  const format = useFormatters()
  return useMemo(() => {
    const amount = (value: string) => renderAmount(format, value)
    return [
      { key: 'businessDate', label: t('fields.businessDate'), phone: 1, cell: format.date },
      { key: 'kind', label: t('fields.kind'), phone: 2, cell: (kind) => t(`kinds.${kind}`) },
      {
        key: 'finishedAt',
        label: t('fields.state'),
        cell: (_, run) => {
          const state = getRunState(run)
          return renderRunBadge(state, t(`states.${state}`))
        },
      },
      { key: 'startedAt', label: t('fields.startedAt'), optional: true, cell: format.dateTime },
      { key: 'accounts', label: t('fields.accounts'), align: 'end', cell: format.number },
      { key: 'journals', label: t('fields.journals'), align: 'end', optional: true, cell: format.number },
      { key: 'interest', label: t('fields.interest'), align: 'end', phone: 3, cell: amount },
      { key: 'bonus', label: t('fields.bonus'), align: 'end', cell: amount },
      { key: 'withheld', label: t('fields.withheld'), align: 'end', cell: amount },
      { key: 'failures', label: t('fields.failures'), align: 'end', cell: format.number },
    ]
  }, [t, format])
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
      above={<DeadJobs />}
      filters={usePostingRunFilters()}
      columns={usePostingRunColumns()}
      rowHref={buildPostingRunHref}
      empty={t('empty')}
    />
  )
}

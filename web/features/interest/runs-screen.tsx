import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listPostingRuns, runKinds } from '#contract/interest.ts'
import { useFormat } from '#web/core/format.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { DeadJobs } from './dead-jobs.tsx'
import { runBadge, stateOf } from './run-state.tsx'

type List = typeof listPostingRuns

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('runs')
  return useMemo(
    () => ({
      kind: {
        control: 'select',
        label: t('fields.kind'),
        pinned: true,
        options: runKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      from: { control: 'date', label: t('fields.from'), pinned: true },
      to: { control: 'date', label: t('fields.to'), pinned: true },
      failed: { control: 'yesNo', label: t('fields.failed') },
    }),
    [t],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('runs')
  const format = useFormat()
  return useMemo(() => {
    const amount = (value: string) => amountOf(format, value)
    return [
      { key: 'businessDate', label: t('fields.businessDate'), phone: 1, cell: format.date },
      { key: 'kind', label: t('fields.kind'), phone: 2, cell: (kind) => t(`kinds.${kind}`) },
      {
        key: 'finishedAt',
        label: t('fields.state'),
        cell: (_, run) => {
          const state = stateOf(run)
          return runBadge(state, t(`states.${state}`))
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
export const ahead = aheadOf(listPostingRuns)

const hrefOf = hrefUnder('/crm/Procesos')

/** What ran over all accounts, night by night, the newest first. */
export default function RunsScreen() {
  const { t } = useTranslation('runs')
  return (
    <ListScreen
      list={listPostingRuns}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      above={<DeadJobs />}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('empty')}
    />
  )
}

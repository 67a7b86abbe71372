import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { approvalBoxes, approvalStates, listApprovals, taskNames } from '#contract/approvals.ts'
import { useFormat } from '#web/core/format.ts'
import { queryClient } from '#web/core/query.ts'
import { useApprovalWords } from '#web/domain/approval-words.ts'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ApprovalTabs, waitingQuery } from './approval-tabs.tsx'
import { DecisionReport } from './decision-report.tsx'
import { StateBadge } from './state-badge.tsx'
import { useDecideSeveral } from './use-decide-several.tsx'

type List = typeof listApprovals

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('approvals')
  const words = useApprovalWords()
  return useMemo(
    () => ({
      box: { control: 'elsewhere' },
      task: {
        control: 'select',
        label: t('fields.task'),
        pinned: true,
        options: taskNames
          .map((value) => ({ value, label: words.task(value) }))
          .sort((one, other) => one.label.localeCompare(other.label)),
      },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: approvalStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      from: { control: 'date', label: t('fields.from') },
      to: { control: 'date', label: t('fields.to') },
    }),
    [t, words],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('approvals')
  const format = useFormat()
  const words = useApprovalWords()
  return useMemo(
    () => [
      { key: 'params', label: t('fields.what'), phone: 1, wide: true, cell: (_, row) => words.what(row) },
      {
        key: 'aboutName',
        label: t('fields.about'),
        cell: (name, row) => [name, row.clientCvl].filter(Boolean).join(' · ') || '–',
      },
      { key: 'makerName', label: t('fields.maker'), phone: 2 },
      { key: 'madeAt', label: t('fields.madeAt'), cell: format.dateTime },
      { key: 'expiresAt', label: t('fields.expiresAt'), optional: true, cell: format.dateTime },
      { key: 'state', label: t('fields.state'), phone: 3, cell: (state) => <StateBadge state={state} /> },
      { key: 'reason', label: t('fields.reason'), optional: true },
      { key: 'task', label: t('fields.task'), optional: true, cell: words.task },
      { key: 'clientCvl', label: t('fields.clientCvl'), optional: true },
      { key: 'makerCvl', label: t('fields.makerCvl'), optional: true },
      { key: 'deciderName', label: t('fields.decider'), optional: true },
      { key: 'onBehalfOfName', label: t('fields.onBehalfOf'), optional: true },
      { key: 'decidedAt', label: t('fields.decidedAt'), optional: true, cell: format.dateTime },
      { key: 'decisionReason', label: t('fields.decisionReason'), optional: true },
    ],
    [t, format, words],
  )
}

/** Asks for the rows, their count, and how many wait. */
export const ahead = aheadOf(listApprovals, () => void queryClient.prefetchQuery(waitingQuery))

const hrefOf = hrefUnder('/crm/Aprobaciones')

/** Changes that wait for a second person: those for one's own word first. */
export default function ApprovalsScreen() {
  const { t } = useTranslation('approvals')
  const [params] = useSearchParams()
  const box = approvalBoxes.find((known) => known === params.get('box')) ?? 'waiting'
  const { actions, report, dialogs } = useDecideSeveral()
  return (
    <>
      <ListScreen
        list={listApprovals}
        label={t('title')}
        context={(count, total) => `${t(`tabs.${box}`)} · ${t('count', { count, total })}`}
        above={
          <>
            <ApprovalTabs current={box} />
            <DecisionReport report={report} />
          </>
        }
        filters={useFilters()}
        columns={useColumns()}
        rowHref={hrefOf}
        empty={t(`nothing.${box}`)}
        selection={box === 'waiting' ? actions : undefined}
        choosesSeen
      />
      {dialogs}
    </>
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { approvalStates, approvalTaskNames, approvalViews, listApprovals } from '#contract/approvals.ts'
import { useFormatters } from '#web/core/format.ts'
import { queryClient } from '#web/core/query-client.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ApprovalStateBadge } from './approval-state-badge.tsx'
import { ApprovalTabs, pendingApprovalCountQuery } from './approval-tabs.tsx'
import { BulkDecisionReport } from './bulk-decision-report.tsx'
import { useBulkDecision } from './use-bulk-decision.tsx'

type ApprovalList = typeof listApprovals

const useApprovalFilters = (): FilterChoices<ApprovalList> => {
  const { t } = useTranslation('approvals')
  const words = useApprovalTexts()
  return useMemo(
    () => ({
      box: { control: 'elsewhere' },
      task: {
        control: 'select',
        label: t('fields.task'),
        pinned: true,
        options: approvalTaskNames
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

const useApprovalColumns = (): readonly Column<ApprovalList>[] => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const words = useApprovalTexts()
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
      { key: 'state', label: t('fields.state'), phone: 3, cell: (state) => <ApprovalStateBadge state={state} /> },
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
export const prefetch = createListPrefetch(
  listApprovals,
  () => void queryClient.prefetchQuery(pendingApprovalCountQuery),
)

const buildApprovalHref = createRowHref('/crm/Aprobaciones')

/** Changes that wait for a second person: those for one's own word first. */
export default function ApprovalsScreen() {
  const { t } = useTranslation('approvals')
  const [params] = useSearchParams()
  const box = approvalViews.find((known) => known === params.get('box')) ?? 'waiting'
  const { actions, report, dialogs } = useBulkDecision()
  return (
    <>
      <ListScreen
        list={listApprovals}
        label={t('title')}
        context={(count, total) => `${t(`tabs.${box}`)} · ${t('count', { count, total })}`}
        above={
          <>
            <ApprovalTabs current={box} />
            <BulkDecisionReport report={report} />
          </>
        }
        filters={useApprovalFilters()}
        columns={useApprovalColumns()}
        rowHref={buildApprovalHref}
        empty={t(`nothing.${box}`)}
        selection={box === 'waiting' ? actions : undefined}
        choosesSeen
      />
      {dialogs}
    </>
  )
}

import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { approvalStates, approvalTaskNames, approvalViews, listApprovals } from '#contract/approvals.ts'
import { queryClient } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { useReadingPane } from '#web/ui/list/use-reading-pane.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { ApprovalPane } from './approval-pane.tsx'
import { ApprovalStateBadge } from './approval-state-badge.tsx'
import { ApprovalTabs, pendingApprovalCountQuery } from './approval-tabs.tsx'
import classes from './approvals.module.css'
import { BulkDecisionReport } from './bulk-decision-report.tsx'
import { useApprovalRowActions } from './use-approval-row-actions.tsx'
import { useBulkDecision } from './use-bulk-decision.tsx'
import { useInboxDecisions } from './use-inbox-decisions.ts'

type ApprovalList = typeof listApprovals
type ApprovalView = (typeof approvalViews)[number]

const useApprovalFilters = (box: ApprovalView): FilterChoices<ApprovalList> => {
  const { t } = useTranslation('approvals')
  const words = useApprovalTexts()
  return useMemo(
    () => ({
      box: { control: 'elsewhere' },
      task: {
        control: 'select',
        label: t('fields.task'),
        alwaysShown: true,
        options: approvalTaskNames
          .map((value) => ({ value, label: words.task(value) }))
          .sort((one, other) => one.label.localeCompare(other.label)),
      },
      state: {
        control: 'select',
        label: t('fields.state'),
        // Those that wait for one's word are all in one state.
        ...(box !== 'waiting' && { alwaysShown: true }),
        options: approvalStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      client: { control: 'text', label: t('fields.clientCvl') },
      from: { control: 'dateRange', to: 'to', endLabels: [t('fields.from'), t('fields.to')] },
      to: { control: 'rangeEnd' },
    }),
    [t, words, box],
  )
}

const useApprovalColumns = (box: ApprovalView) => {
  const { t } = useTranslation('approvals')
  const words = useApprovalTexts()
  return useListColumns(
    listApprovals,
    useMemo(
      (): ScreenColumns<ApprovalList> => [
        { key: 'params', label: t('fields.what'), phone: 1, wide: true, cell: (_, row) => words.what(row) },
        { key: 'aboutName', cell: (name, row) => [name, row.clientCvl].filter(Boolean).join(' · ') || '–' },
        { key: 'makerName', phone: 2 },
        // Of changes that wait for one's word, one and the same state says nothing.
        box === 'waiting' ? { key: 'madeAt', phone: 3 } : 'madeAt',
        { key: 'expiresAt', optional: true },
        {
          key: 'state',
          ...(box === 'waiting' ? { optional: true } : { phone: 3 }),
          cell: (state) => <ApprovalStateBadge state={state} />,
        },
        { key: 'reason', optional: true },
        { key: 'task', optional: true, cell: words.task },
        { key: 'clientCvl', optional: true },
        { key: 'makerCvl', optional: true },
        { key: 'deciderName', optional: true },
        { key: 'onBehalfOfName', optional: true },
        { key: 'decidedAt', optional: true },
        { key: 'decisionReason', optional: true },
      ],
      [t, words, box],
    ),
  )
}

/** Asks for the rows, their count, and how many wait. */
export const prefetch = createListPrefetch(
  listApprovals,
  () => void queryClient.prefetchQuery(pendingApprovalCountQuery),
)

const buildApprovalHref = createRowHref('/crm/Aprobaciones')

/** Changes that wait for a second person: those for one's own word first. Beside the list stands the whole of one of them, where there is room. */
export default function ApprovalsScreen() {
  const { t } = useTranslation('approvals')
  const [params] = useSearchParams()
  const box = approvalViews.find((known) => known === params.get('box')) ?? 'waiting'
  const pane = useReadingPane(listApprovals)
  const inbox = useInboxDecisions(pane)
  const { actions, ask, report, isChoosing, dialogs } = useBulkDecision(inbox.messages)
  const { rowActions, dialog } = useApprovalRowActions(box, ask, inbox.messages)
  const hasPane = pane !== null && !pane.isEmpty
  const message = <ResultMessage messages={inbox.messages} />
  return (
    <>
      <ListScreen
        list={listApprovals}
        label={t('title')}
        context={(count, total) => `${t(`tabs.${box}`)} · ${t('count', { count, total })}`}
        contentAbove={
          <>
            <ApprovalTabs current={box} />
            <BulkDecisionReport report={report} />
            {!hasPane && message}
          </>
        }
        filters={useApprovalFilters(box)}
        columns={useApprovalColumns(box)}
        rowHref={pane?.buildHref ?? buildApprovalHref}
        empty={t(`nothing.${box}`)}
        emptyHint={t(`nothingHints.${box}`)}
        selection={box === 'waiting' ? actions : undefined}
        selectsLoadedRowsOnly
        rowActions={rowActions}
        readingPane={hasPane ? pane : undefined}
        contentBeside={
          hasPane && (
            <div className={classes.beside}>
              {message}
              <ApprovalPane
                approvalId={pane.currentId}
                onDecided={inbox.onDecided}
                onFailed={inbox.onFailed}
                areKeysTaken={isChoosing}
              />
            </div>
          )
        }
      />
      {dialogs}
      {dialog}
    </>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApprovalSummary, decideApprovals, maxDecisionsAtOnce } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useConfirmation } from '#web/domain/use-confirmation.tsx'
import type { SelectionActions } from '#web/ui/list/use-selection.ts'
import classes from './approvals.module.css'
import { BulkDecisionDialog } from './bulk-decision-dialog.tsx'
import type { BulkDecisionReportData } from './bulk-decision-report.tsx'

type SetSelectedRows = Parameters<SelectionActions>[2]['put']
type BulkDecisionRequest = { outcome: BulkDecisionReportData['outcome']; ids: readonly string[]; put: SetSelectedRows }

/** Refused for what is over: it is in the list no more. */
const alreadyDecidedCodes = ['approval.decided', 'notFound']

type ButtonProps = {
  count: number
  isBusy: boolean
  onDecide: (outcome: BulkDecisionReportData['outcome']) => void
}

const BulkDecisionButtons = ({ count, isBusy, onDecide }: ButtonProps) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const areTooMany = count > maxDecisionsAtOnce
  return (
    <span className={classes.actions}>
      {areTooMany && <span>{t('several.tooMany', { total: format.number(maxDecisionsAtOnce) })}</span>}
      <Button size="xs" disabled={isBusy || areTooMany} onClick={() => onDecide('approved')}>
        {t('decide.approve')}
      </Button>
      <Button size="xs" variant="default" disabled={isBusy || areTooMany} onClick={() => onDecide('rejected')}>
        {t('decide.reject')}
      </Button>
    </span>
  )
}

/** Deciding the changes that are chosen: what stands in the bar of the selection, what is asked, and what came of it. */
export const useBulkDecision = (): {
  actions: SelectionActions
  report: BulkDecisionReportData | null
  dialogs: ReactNode
} => {
  const client = useQueryClient()
  const { confirmed, dialog } = useConfirmation({ recoveryCodes: false })
  const [asking, setAsking] = useState<BulkDecisionRequest | null>(null)
  const [report, setReport] = useState<BulkDecisionReportData | null>(null)

  const decide = async (
    { outcome, put }: BulkDecisionRequest,
    { approvals }: ApprovalSummary,
    reason: string,
  ): Promise<void> => {
    setAsking(null)
    const changes = approvals.filter(({ obstacle }) => obstacle === null)
    const initialReport: BulkDecisionReportData = { outcome, changes, results: [], failure: null, isBusy: true }
    setReport(initialReport)
    const decisions = changes.map(({ id, version }) => ({ approvalId: id, version }))
    const body = { outcome, decisions, ...(reason && { reason }) }
    try {
      const answer = await confirmed(({ code }) =>
        callEndpoint(decideApprovals, { body: { ...body, ...(code && { code }) } }),
      )
      if (answer === null) return setReport(null)
      const left = answer.results.filter(
        ({ state, code }) => state !== null || alreadyDecidedCodes.includes(code ?? ''),
      )
      put(
        left.map(({ approvalId }) => approvalId),
        false,
      )
      setReport({ ...initialReport, results: answer.results, isBusy: false })
    } catch (failure) {
      setReport({ ...initialReport, failure, isBusy: false })
    }
    // Also after a failure: some may have been decided before it.
    await client.invalidateQueries()
  }

  const isBusy = report?.isBusy === true
  const actions: SelectionActions = ({ ids }, count, { put }) => (
    <BulkDecisionButtons count={count} isBusy={isBusy} onDecide={(outcome) => setAsking({ outcome, ids, put })} />
  )
  const dialogs = (
    <>
      {asking && (
        <BulkDecisionDialog
          outcome={asking.outcome}
          approvalIds={asking.ids}
          onDecide={(summary, reason) => void decide(asking, summary, reason)}
          onClose={() => setAsking(null)}
        />
      )}
      {dialog}
    </>
  )
  return { actions, report, dialogs }
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApprovalSummary, decideApprovals, maxDecisions } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useConfirmed } from '#web/domain/use-confirmed.tsx'
import type { SelectionActions } from '#web/ui/list/use-selection.ts'
import classes from './approvals.module.css'
import { DecideSeveralDialog } from './decide-several-dialog.tsx'
import type { Report } from './decision-report.tsx'

type Put = Parameters<SelectionActions>[2]['put']
type Asking = { outcome: Report['outcome']; ids: readonly string[]; put: Put }

/** Refused for what is over: it is in the list no more. */
const overCodes = ['approval.decided', 'notFound']

/** Deciding the changes that are chosen: what stands in the bar of the selection, what is asked, and what came of it. */
export const useDecideSeveral = (): { actions: SelectionActions; report: Report | null; dialogs: ReactNode } => {
  const { t } = useTranslation('approvals')
  const format = useFormat()
  const client = useQueryClient()
  const { confirmed, dialog } = useConfirmed({ recoveryCodes: false })
  const [asking, setAsking] = useState<Asking | null>(null)
  const [report, setReport] = useState<Report | null>(null)

  const decide = async ({ outcome, put }: Asking, { approvals }: ApprovalSummary, reason: string): Promise<void> => {
    setAsking(null)
    const changes = approvals.filter(({ obstacle }) => obstacle === null)
    const begun: Report = { outcome, changes, results: [], failure: null, isBusy: true }
    setReport(begun)
    const decisions = changes.map(({ id, version }) => ({ approvalId: id, version }))
    const body = { outcome, decisions, ...(reason && { reason }) }
    try {
      const answer = await confirmed(({ code }) => call(decideApprovals, { body: { ...body, ...(code && { code }) } }))
      if (answer === null) return setReport(null)
      const left = answer.results.filter(({ state, code }) => state !== null || overCodes.includes(code ?? ''))
      put(
        left.map(({ approvalId }) => approvalId),
        false,
      )
      setReport({ ...begun, results: answer.results, isBusy: false })
    } catch (failure) {
      setReport({ ...begun, failure, isBusy: false })
    }
    // Also after a failure: some may have been decided before it.
    await client.invalidateQueries()
  }

  const isBusy = report?.isBusy === true
  const actions: SelectionActions = ({ ids }, count, { put }) => (
    <span className={classes.actions}>
      {count > maxDecisions && <span>{t('several.tooMany', { total: format.number(maxDecisions) })}</span>}
      <Button
        size="xs"
        disabled={isBusy || count > maxDecisions}
        onClick={() => setAsking({ outcome: 'approved', ids, put })}
      >
        {t('decide.approve')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy || count > maxDecisions}
        onClick={() => setAsking({ outcome: 'rejected', ids, put })}
      >
        {t('decide.reject')}
      </Button>
    </span>
  )
  const dialogs = (
    <>
      {asking && (
        <DecideSeveralDialog
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

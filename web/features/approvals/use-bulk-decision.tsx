import { Button } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { type ApprovalSummary, type DecisionResult, decideApprovals, maxDecisionsAtOnce } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useConfirmation } from '#web/domain/use-confirmation.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import type { SelectionActions } from '#web/ui/list/use-selection.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { BulkDecisionDialog } from './bulk-decision-dialog.tsx'
import type { BulkDecisionReportData } from './bulk-decision-report.tsx'
import { useRejectionUndo } from './use-rejection-undo.ts'

type SetSelectedRows = Parameters<SelectionActions>[2]['put']
type BulkDecisionRequest = {
  outcome: BulkDecisionReportData['outcome']
  ids: readonly string[]
  setSelectedRows: SetSelectedRows
}

/** Refused for what is over: it is in the list no more. */
const alreadyDecidedCodes = ['approval.decided', 'notFound']

/** Those that wait no more, decided now or before. */
const listSettledIds = (results: readonly DecisionResult[]): string[] =>
  results
    .filter(({ state, code }) => state !== null || alreadyDecidedCodes.includes(code ?? ''))
    .map(({ approvalId }) => approvalId)

type ButtonProps = {
  count: number
  isBusy: boolean
  onDecide: (outcome: BulkDecisionReportData['outcome']) => void
  onChoosing: (isChoosing: boolean) => void
}

const BulkDecisionButtons = ({ count, isBusy, onDecide, onChoosing }: ButtonProps) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const areTooMany = count > maxDecisionsAtOnce
  // Before it is seen: a key right after the choice is about the chosen changes, and not the one in the pane.
  useLayoutEffect(() => {
    onChoosing(true)
    return () => onChoosing(false)
  }, [onChoosing])
  useKeyBindings({ ...(!isBusy && !areTooMany && { a: () => onDecide('approved'), r: () => onDecide('rejected') }) })
  return (
    <span className={layoutClasses.buttons}>
      {areTooMany && <span>{t('several.tooMany', { total: format.number(maxDecisionsAtOnce) })}</span>}
      <Button
        size="xs"
        title={`${t('decide.approve')}  a`}
        disabled={isBusy || areTooMany}
        onClick={() => onDecide('approved')}
      >
        {t('decide.approve')}
      </Button>
      <Button
        size="xs"
        variant="default"
        title={`${t('decide.reject')}  r`}
        disabled={isBusy || areTooMany}
        onClick={() => onDecide('rejected')}
      >
        {t('decide.reject')}
      </Button>
    </span>
  )
}

/** Says how many were decided, with the way to undo rejections. */
const useDecidedMessage = (messages: ResultMessages) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const undoRejection = useRejectionUndo()
  return ({ outcome, changes }: BulkDecisionReportData, results: readonly DecisionResult[]): void => {
    const done = results.filter(({ state }) => state !== null).map(({ approvalId }) => approvalId)
    if (done.length === 0) return
    const undoable = changes.filter(({ id, canUndoRejection }) => canUndoRejection && done.includes(id))
    const undo = () => undoRejection(undoable.map(({ id }) => id))
    messages.show({
      text: t(`several.${outcome}`, { count: done.length, total: format.number(done.length) }),
      ...(outcome === 'rejected' && undoable.length > 0 && { undo }),
    })
  }
}

/** Deciding the changes that are chosen: what stands in the bar of the selection, what is asked, and what came of it. */
export const useBulkDecision = (
  messages: ResultMessages,
): {
  actions: SelectionActions
  /** Of one change, from its row. */
  ask: (outcome: BulkDecisionReportData['outcome'], approvalId: string) => void
  report: BulkDecisionReportData | null
  /** Some are chosen: the keys of a decision are theirs. */
  isChoosing: boolean
  dialogs: ReactNode
} => {
  const { confirmed, dialog } = useConfirmation({ recoveryCodes: false })
  const [asking, setAsking] = useState<BulkDecisionRequest | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [report, setReport] = useState<BulkDecisionReportData | null>(null)

  const showDecided = useDecidedMessage(messages)
  const decide = async (
    { outcome, setSelectedRows }: BulkDecisionRequest,
    { approvals }: ApprovalSummary,
    reason: string,
  ): Promise<void> => {
    setAsking(null)
    const changes = approvals.filter(({ obstacle }) => obstacle === null)
    const initialReport: BulkDecisionReportData = { outcome, changes, results: [], failure: null, isBusy: true }
    setReport(initialReport)
    messages.show(null)
    const decisions = changes.map(({ id, version }) => ({ approvalId: id, version }))
    const body = { outcome, decisions, ...(reason && { reason }) }
    try {
      const answer = await confirmed(({ code }) =>
        // Also after a failure: some may have been decided before it.
        callEndpoint(decideApprovals, { body: { ...body, ...(code && { code }) } }, { refreshOnRefusal: true }),
      )
      if (answer === null) return setReport(null)
      setSelectedRows(listSettledIds(answer.results), false)
      setReport({ ...initialReport, results: answer.results, isBusy: false })
      showDecided(initialReport, answer.results)
    } catch (failure) {
      setReport({ ...initialReport, failure, isBusy: false })
    }
  }

  const isBusy = report?.isBusy === true
  const actions: SelectionActions = ({ ids }, count, { put: setSelectedRows }) => (
    <BulkDecisionButtons
      count={count}
      isBusy={isBusy}
      onDecide={(outcome) => setAsking({ outcome, ids, setSelectedRows })}
      onChoosing={setChoosing}
    />
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
  const ask = (outcome: BulkDecisionReportData['outcome'], approvalId: string): void =>
    setAsking({ outcome, ids: [approvalId], setSelectedRows: () => undefined })
  return { actions, ask, report, isChoosing, dialogs }
}

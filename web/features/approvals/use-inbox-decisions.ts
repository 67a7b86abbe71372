import { useEffect } from 'react'
import type { ApprovalDetail } from '#contract/approvals.ts'
import { queryClient } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import type { ReadingPane } from '#web/ui/list/use-reading-pane.ts'
import { type ResultMessages, useResultMessage } from '#web/ui/use-result-message.ts'
import { buildApprovalQuery } from './approval-pane.tsx'
import type { DecisionHandlers } from './decision-actions.tsx'
import { useRejectionUndo } from './use-rejection-undo.ts'

/** What follows a decision in the inbox: it is said, can be undone where it can be, and the next change takes its place. */
export const useInboxDecisions = (
  pane: ReadingPane | null,
): Pick<DecisionHandlers, 'onDecided' | 'onFailed'> & { messages: ResultMessages } => {
  const { t } = useTranslation('approvals')
  const words = useApprovalTexts()
  const messages = useResultMessage()
  const undoRejection = useRejectionUndo()
  const followingId = pane?.followingId
  useEffect(() => {
    if (followingId) void queryClient.prefetchQuery(buildApprovalQuery(followingId))
  }, [followingId])

  const onDecided: DecisionHandlers['onDecided'] = (outcome, change: ApprovalDetail) => {
    const text = t('pane.decided', { what: words.what(change), outcome: t(`decide.${outcome}`) })
    messages.show({
      text,
      undo: outcome === 'rejected' && change.canUndoRejection ? () => undoRejection([change.id]) : undefined,
    })
    // Who has gone on meanwhile stays there.
    if (pane?.currentId === change.id) pane.selectFollowing()
  }
  return { messages, onDecided, onFailed: messages.showFailure }
}

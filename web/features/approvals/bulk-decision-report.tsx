import type { ApprovalSummary, DecisionResult } from '#contract/approvals.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import { useErrorCodeText } from './approval-summary-list.tsx'
import classes from './approvals.module.css'

/** What became of several changes, or that the request as a whole failed. */
export type BulkDecisionReportData = {
  outcome: 'approved' | 'rejected'
  changes: ApprovalSummary['approvals']
  results: readonly DecisionResult[]
  failure: unknown
  /** They are on their way. */
  isBusy: boolean
}

/** Says how many are being decided, and of each that was not why. Those that were are told by the message of the screen. */
export const BulkDecisionReport = ({ report }: { report: BulkDecisionReportData | null }) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const words = useApprovalTexts()
  const codeText = useErrorCodeText()
  const { results = [], changes = [], failure = null, isBusy = false } = report ?? {}
  const refused = results.filter(({ state }) => state === null)
  const counted = ({ length: count }: readonly unknown[]) => ({ count, total: format.number(count) })
  return (
    <>
      <SuccessMessage>{isBusy && t('several.busy', counted(changes))}</SuccessMessage>
      <FailureMessage of={failure ?? (refused.length > 0 ? refused : null)}>
        {failure === null && (
          <>
            {t('several.refused', counted(refused))}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll */}
            <ul className={classes.refused} aria-label={t('several.refused', counted(refused))} tabIndex={0}>
              {refused.map(({ approvalId, code }) => {
                const change = changes.find(({ id }) => id === approvalId)
                return (
                  <li key={approvalId}>
                    {change && words.what(change)}: {codeText(code ?? '')}
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </FailureMessage>
    </>
  )
}

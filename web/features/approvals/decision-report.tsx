import { useTranslation } from 'react-i18next'
import type { ApprovalSummary, DecisionResult } from '#contract/approvals.ts'
import { useFormat } from '#web/core/format.ts'
import { useApprovalWords } from '#web/domain/approval-words.ts'
import { Done, Failure } from '#web/ui/message.tsx'
import classes from './approvals.module.css'
import { useCodeText } from './several-approvals.tsx'

/** What became of several changes, or that the request as a whole failed. */
export type Report = {
  outcome: 'approved' | 'rejected'
  changes: ApprovalSummary['approvals']
  results: readonly DecisionResult[]
  failure: unknown
  /** They are on their way. */
  isBusy: boolean
}

/** Says how many were decided, and of each of the others why it was not. */
export const DecisionReport = ({ report }: { report: Report | null }) => {
  const { t } = useTranslation('approvals')
  const format = useFormat()
  const words = useApprovalWords()
  const codeText = useCodeText()
  const { outcome = 'approved', results = [], changes = [], failure = null, isBusy = false } = report ?? {}
  const done = results.filter(({ state }) => state !== null)
  const refused = results.filter(({ state }) => state === null)
  const counted = ({ length: count }: readonly unknown[]) => ({ count, total: format.number(count) })
  return (
    <>
      <Done>
        {isBusy ? t('several.busy', counted(changes)) : done.length > 0 && t(`several.${outcome}`, counted(done))}
      </Done>
      <Failure of={failure ?? (refused.length > 0 ? refused : null)}>
        {failure === null && (
          <>
            {t('several.refused', counted(refused))}
            <ul className={classes.refused}>
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
      </Failure>
    </>
  )
}

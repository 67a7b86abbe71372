import { useEffect, useRef } from 'react'
import type { ApprovalSummary } from '#contract/approvals.ts'
import { CallError } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import classes from './approvals.module.css'
import { formatDestination } from './destination-text.ts'

/** The words of a refusal that came with an answer, and not as one. */
export const useErrorCodeText = (): ((code: string) => string) => {
  const textOf = useErrorMessage()
  return (code) => textOf(new CallError(409, { code }))
}

type Props = {
  label: string
  approvals: ApprovalSummary['approvals']
  /** Has the focus from the start: the arrow keys scroll it, and Ctrl+Enter sends the form around it. */
  takesFocus?: boolean
}

/** Each change with its client, its amount and where it is paid, or why it is left out. Scrolls, also by keyboard. */
export const ApprovalSummaryList = ({ label, approvals, takesFocus = false }: Props) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const words = useApprovalTexts()
  const codeText = useErrorCodeText()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (takesFocus) list.current?.focus()
  }, [takesFocus])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
    <ul ref={list} className={classes.several} aria-label={label} tabIndex={0}>
      {approvals.map((change) => {
        const { id, task, params, aboutName, clientCvl, amount, destination, obstacle } = change
        const paidTo = destination && t('several.paidTo', { destination: formatDestination(destination) })
        return (
          <li key={id} className={classes.change}>
            <strong>{aboutName ? [aboutName, clientCvl].filter(Boolean).join(' · ') : words.what(change)}</strong>
            <span className={classes.amount}>{amount && format.money(amount, { euros: true })}</span>
            <span className={classes.about}>{[words.task(task), params.account].filter(Boolean).join(' · ')}</span>
            {paidTo && <span className={classes.about}>{paidTo}</span>}
            {obstacle && <span className={classes.about}>{codeText(obstacle)}</span>}
          </li>
        )
      })}
    </ul>
  )
}

import { closeMonth, reopenMonth } from '#contract/accounting.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'

export type MonthAction = { kind: 'close' | 'reopen'; month: string }
type Props = { monthAction: MonthAction; onDone: (proposed: ProposalResult) => void; onClose: () => void }

/** Asks why a month is closed or opened again, and proposes it. */
export const CloseMonthDialog = ({ monthAction: { kind: what, month }, onDone, onClose }: Props) => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  return (
    <ReasonDialog
      title={t(`months.${what}.title`, { month: format.month(month) })}
      text={t(`months.${what}.lead`)}
      action={t(`months.${what}.submit`)}
      label={t('months.reason')}
      onSend={async (reason) => {
        const proposed = await callEndpoint(what === 'close' ? closeMonth : reopenMonth, {
          params: { month },
          body: { reason },
        })
        onDone(proposed)
      }}
      onClose={onClose}
    />
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { closeMonth, reopenMonth } from '#contract/accounting.ts'
import type { Proposed } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

export type Asked = { what: 'close' | 'reopen'; month: string }
type Props = { asked: Asked; onDone: (proposed: Proposed) => void; onClose: () => void }

/** Asks why a month is closed or opened again, and proposes it. */
export const MonthDialog = ({ asked: { what, month }, onDone, onClose }: Props) => {
  const { t } = useTranslation('accounting')
  const format = useFormat()
  const fieldText = useFieldText()
  const client = useQueryClient()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      const proposed = await call(what === 'close' ? closeMonth : reopenMonth, { params: { month }, body: { reason } })
      await client.invalidateQueries()
      onDone(proposed)
    },
  })
  const { register, formState } = sending.form
  const title = t(`months.${what}.title`, { month: format.month(month) })
  return (
    <Dialog title={title} lead={t(`months.${what}.lead`)} onClose={onClose}>
      <Form
        sending={sending}
        label={title}
        actions={<SubmitOrCancel busy={sending.busy} submit={t(`months.${what}.submit`)} onCancel={onClose} />}
      >
        <ReasonField
          data-autofocus
          label={t('months.reason')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}

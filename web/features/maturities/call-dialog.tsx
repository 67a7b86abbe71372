import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { noteMaturityCall } from '#contract/maturities.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

type Values = { calledOn: string; note: string }
type Props = { accountId: string; onDone: () => Promise<void>; onClose: () => void }

/** Notes that a client was called about their maturity, and what they said. Mounted while it asks. */
export const CallDialog = ({ accountId, onDone, onClose }: Props) => {
  const { t } = useTranslation(['maturities', 'list'])
  const fieldText = useFieldText()
  const dayOf = useTypedDay()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const day = (typed: string): string | undefined => (typed.trim() ? dayOf(typed) : today)
  const sending = useSending<Values>({
    defaults: { calledOn: '', note: '' },
    send: async ({ calledOn, note }) => {
      await call(noteMaturityCall, { params: { accountId }, body: { calledOn: day(calledOn)!, note } })
      await onDone()
      onClose()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const isDay = (typed: string): true | string => {
    const chosen = day(typed)
    if (chosen === undefined) return 'date'
    return chosen <= today || 'future'
  }
  return (
    <Dialog title={t('call.title')} onClose={onClose}>
      <Form
        sending={sending}
        label={t('call.title')}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('call.save')} onCancel={onClose} />}
      >
        <DateField
          label={t('call.on')}
          placeholder={t('list:date.today')}
          error={fieldText(errors.calledOn)}
          {...register('calledOn', { validate: isDay })}
        />
        <Textarea
          data-autofocus
          label={t('call.note')}
          autosize
          minRows={3}
          maxLength={1000}
          error={fieldText(errors.note)}
          {...register('note', { validate: (typed) => typed.trim().length >= 3 || 'required' })}
        />
      </Form>
    </Dialog>
  )
}

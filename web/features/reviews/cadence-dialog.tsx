import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Cadence, getReviewCadence, setReviewCadence } from '#contract/reviews.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = { onDone: (text: string) => void; onClose: () => void }

const isMonths = (typed: string): boolean => /^\d{1,2}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= 60

const CadenceForm = ({ cadence, onDone, onClose }: Props & { cadence: readonly Cadence[] }) => {
  const { t } = useTranslation('reviews')
  const format = useFormatters()
  const sending = useSubmitForm<{ months: string[] }>({
    defaults: { months: cadence.map(({ months }) => String(months)) },
    submit: async ({ months }) => {
      await callEndpoint(setReviewCadence, {
        body: { cadence: cadence.map((one, place) => ({ ...one, months: Number(months[place]) })) },
      })
      onDone(t('cadence.done'))
      onClose()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const describe = ({ stage, minCapital }: Cadence): string =>
    minCapital === '0.00'
      ? t('cadence.months', { stage: t(`stages.${stage}`) })
      : t('cadence.monthsFrom', { stage: t(`stages.${stage}`), amount: format.money(minCapital, { euros: true }) })
  return (
    <Form
      formState={sending}
      label={t('cadence.title')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('cadence.submit')} onCancel={onClose} />}
    >
      {cadence.map((one, place) => (
        <TextInput
          key={`${one.stage} ${one.minCapital}`}
          {...(place === 0 && { 'data-autofocus': true })}
          label={describe(one)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          error={errors.months?.[place] && t('cadence.bad')}
          {...register(`months.${place}`, { required: 'required', validate: isMonths })}
        />
      ))}
    </Form>
  )
}

/** After how many months the next review is due, by stage and capital. Mounted while it asks. */
export default function CadenceDialog(props: Props) {
  const { t } = useTranslation('reviews')
  const { data, error, refetch } = useQuery(buildQueryOptions(getReviewCadence, {}))
  return (
    <Dialog title={t('cadence.title')} description={t('cadence.text')} onClose={props.onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <CadenceForm cadence={data.cadence} {...props} />}
    </Dialog>
  )
}

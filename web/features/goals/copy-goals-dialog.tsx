import { NativeSelect, TextInput } from '@mantine/core'
import { copyGoals } from '#contract/goals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = { year: number; onDone: (text: string) => void; onClose: () => void }

/** '5,5' as '5.5'; undefined where it is no growth. */
const parseGrowth = (typed: string): string | undefined => {
  const [, sign = '', whole, part = '0'] = /^\s*([-−]?)(\d{1,3})(?:[.,](\d{1,6}))?\s*%?\s*$/.exec(typed) ?? []
  if (whole === undefined) return undefined
  const growth = `${sign && '-'}${Number(whole)}.${part}`
  return Number(growth) >= -90 ? growth : undefined
}

/** Sets the goals of a year from those of the year before, with growth. Mounted while it asks. */
export default function CopyGoalsDialog({ year: proposed, onDone, onClose }: Props) {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const thisYear = Number(useSession((state) => state.session?.businessDate ?? '').slice(0, 4))
  const sending = useSubmitForm<{ year: string; growth: string }>({
    defaults: { year: String(proposed), growth: '0' },
    submit: async ({ year, growth }) => {
      const { created } = await callEndpoint(copyGoals, {
        body: { year: Number(year), growth: parseGrowth(growth) ?? '0.0' },
      })
      onDone(
        created > 0
          ? t('copy.done', { count: created, total: format.number(created), year })
          : t('copy.nothing', { before: Number(year) - 1, year }),
      )
      onClose()
    },
  })
  const {
    register,
    watch,
    formState: { errors },
  } = sending.form
  const year = Number(watch('year'))
  return (
    <Dialog
      title={t('copy.title', { year })}
      description={t('copy.text', { before: year - 1, year })}
      onClose={onClose}
    >
      <Form
        formState={sending}
        label={t('copy.title', { year })}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('copy.submit')} onCancel={onClose} />}
      >
        <NativeSelect
          label={t('copy.year')}
          data={[thisYear, thisYear + 1].map((value) => ({ value: String(value), label: String(value) }))}
          {...register('year')}
        />
        <TextInput
          data-autofocus
          label={t('copy.growth')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          error={errors.growth && t('copy.growthWrong')}
          {...register('growth', { required: 'required', validate: (typed) => parseGrowth(typed) !== undefined })}
        />
      </Form>
    </Dialog>
  )
}

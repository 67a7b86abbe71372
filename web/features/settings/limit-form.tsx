import { NativeSelect, TextInput } from '@mantine/core'
import { type Role, roles } from '#contract/permissions.ts'
import {
  type roleLimitKinds,
  setBonusLimit,
  setContributionLimit,
  setWithdrawalLimit,
} from '#contract/settings/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { parseTypedNumber } from './parse-number.ts'

type LimitFormValues = { role: Role; limit: string; validFrom: string; reason: string }
type Props = {
  kind: (typeof roleLimitKinds)[number]
  onClose: () => void
}

/** '0' is a limit too: the readers of positive numbers know none. */
const isZeroInput = (typed: string): boolean => /^\s*0+([.,]0+)?\s*$/.test(typed)
const parseAmountOrZero = (typed: string): string | undefined => (isZeroInput(typed) ? '0.00' : parseMoney(typed))
const parsePointsOrZero = (typed: string): string | undefined => (isZeroInput(typed) ? '0' : parseTypedNumber(typed))

const limitTextKeys = {
  withdrawal: { new: 'withdrawal.new', limit: 'withdrawal.limit', hint: 'withdrawal.hint' },
  contribution: { new: 'contribution.new', limit: 'contribution.limit', hint: 'contribution.hint' },
  bonus: { new: 'bonus.new', limit: 'bonus.limit', hint: 'bonus.hint' },
} as const

/** Asks for a limit from a day on. Mounted while it asks. */
export const LimitForm = ({ kind, onClose }: Props) => {
  const { t } = useTranslation(['limits', 'shell', 'list'])
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const day = (typed: string) => (typed.trim() ? dayOf(typed) : today)
  const sending = useSubmitForm<LimitFormValues>({
    defaults: { role: 'manager', limit: '', validFrom: '', reason: '' },
    submit: async ({ role, limit, validFrom, reason }) => {
      const from = { role, validFrom: day(validFrom)!, reason: reason.trim() }
      if (kind === 'bonus') await callEndpoint(setBonusLimit, { body: { ...from, points: parsePointsOrZero(limit)! } })
      else
        await callEndpoint(kind === 'contribution' ? setContributionLimit : setWithdrawalLimit, {
          body: { ...from, amount: limit.trim() ? parseAmountOrZero(limit)! : null },
        })
      onClose()
    },
  })
  const { register, formState } = sending.form
  const isLimit = (typed: string): true | string => {
    if (kind !== 'bonus') return !typed.trim() || parseAmountOrZero(typed) !== undefined || 'amount'
    const points = parsePointsOrZero(typed)
    return points === undefined ? 'number' : Number(points) <= 100 || 'too_big'
  }
  const isDay = (typed: string): true | string => {
    const chosen = day(typed)
    return chosen === undefined ? 'date' : chosen >= today || 'past'
  }
  return (
    <Dialog title={t(limitTextKeys[kind].new)} onClose={onClose}>
      <Form
        formState={sending}
        label={t(limitTextKeys[kind].new)}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('propose')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.role')}
          data={roles.map((value) => ({ value, label: t(`shell:roles.${value}`) }))}
          {...register('role')}
        />
        <TextInput
          label={kind === 'bonus' ? t(limitTextKeys[kind].limit) : optional(t(limitTextKeys[kind].limit))}
          description={t(limitTextKeys[kind].hint)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          error={fieldText(formState.errors.limit)}
          {...register('limit', { validate: isLimit })}
        />
        <DateField
          label={t('fields.validFrom')}
          isOptional
          placeholder={t('list:date.today')}
          error={fieldText(formState.errors.validFrom)}
          {...register('validFrom', { validate: isDay })}
        />
        <ReasonField
          label={t('reason')}
          description={t('reasonHint')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}

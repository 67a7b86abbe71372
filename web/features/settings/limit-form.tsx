import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Role, roles } from '#contract/permissions.ts'
import {
  type limitKinds,
  type PaymentSettings,
  setBonusLimit,
  setContributionLimit,
  setWithdrawalLimit,
} from '#contract/settings/payments.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, under, useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { readTypedMoney } from '#web/ui/form/typed-money.ts'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { readTypedNumber } from './typed-number.ts'

type Values = { role: Role; limit: string; validFrom: string; reason: string }
type Props = {
  kind: (typeof limitKinds)[number]
  onSet: (after: PaymentSettings) => void
  onClose: () => void
}

/** '0' is a limit too: the readers of positive numbers know none. */
const isNothing = (typed: string): boolean => /^\s*0+([.,]0+)?\s*$/.test(typed)
const amountOf = (typed: string): string | undefined => (isNothing(typed) ? '0.00' : readTypedMoney(typed))
const pointsOf = (typed: string): string | undefined => (isNothing(typed) ? '0' : readTypedNumber(typed))

const words = {
  withdrawal: { new: 'withdrawal.new', limit: 'withdrawal.limit', hint: 'withdrawal.hint' },
  contribution: { new: 'contribution.new', limit: 'contribution.limit', hint: 'contribution.hint' },
  bonus: { new: 'bonus.new', limit: 'bonus.limit', hint: 'bonus.hint' },
} as const

/** Asks for a limit from a day on. Mounted while it asks. */
export const LimitForm = ({ kind, onSet, onClose }: Props) => {
  const { t } = useTranslation(['limits', 'shell', 'list'])
  const fieldText = useFieldText()
  const dayOf = useTypedDay()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const day = (typed: string) => (typed.trim() ? dayOf(typed) : today)
  const sending = useSending<Values>({
    defaults: { role: 'manager', limit: '', validFrom: '', reason: '' },
    send: async ({ role, limit, validFrom, reason }) => {
      const from = { role, validFrom: day(validFrom)!, reason: reason.trim() }
      onSet(
        kind === 'bonus'
          ? await call(setBonusLimit, { body: { ...from, points: pointsOf(limit)! } })
          : await call(kind === 'contribution' ? setContributionLimit : setWithdrawalLimit, {
              body: { ...from, amount: limit.trim() ? amountOf(limit)! : null },
            }),
      )
      onClose()
    },
  })
  const { register, formState } = sending.form
  const isLimit = (typed: string): true | string => {
    if (kind !== 'bonus') return !typed.trim() || amountOf(typed) !== undefined || 'amount'
    const points = pointsOf(typed)
    return points === undefined ? 'number' : Number(points) <= 100 || 'too_big'
  }
  const isDay = (typed: string): true | string => {
    const chosen = day(typed)
    return chosen === undefined ? 'date' : chosen >= today || 'past'
  }
  return (
    <Dialog title={t(words[kind].new)} onClose={onClose}>
      <Form
        sending={sending}
        label={t(words[kind].new)}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('propose')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.role')}
          data={roles.map((value) => ({ value, label: t(`shell:roles.${value}`) }))}
          {...register('role')}
        />
        <TextInput
          label={t(words[kind].limit)}
          description={t(words[kind].hint)}
          inputWrapperOrder={under}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          error={fieldText(formState.errors.limit)}
          {...register('limit', { validate: isLimit })}
        />
        <DateField
          label={t('fields.validFrom')}
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

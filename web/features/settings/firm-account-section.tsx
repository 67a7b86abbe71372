import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type PaymentSettings, setFirmAccount } from '#contract/settings/payments.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { inFours } from '#web/domain/bank-number.ts'
import { under } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'

type Account = NonNullable<PaymentSettings['firmAccount']>
type Values = {
  after: { name: string; number: string; bic: string; taxId: string; suffix: string }
  reason: string
}
type Props = {
  account: Account | null
  mayEdit: boolean
  onChanged: (after: PaymentSettings) => void
}

const compact = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase()

/** Where payments leave from, as the file for the bank names it. */
export const FirmAccountSection = ({ account, mayEdit, onChanged }: Props) => {
  const { t } = useTranslation('limits')
  const fieldText = useFieldText()
  const isMexico = useSession(({ selectedDatabasePrefix: prefix }) => tenantFacts[prefix].country === 'MX')
  const sending = useSending<Values>({
    defaults: {
      after: {
        ...{ name: account?.name ?? '', number: account ? inFours(account.number) : '', bic: account?.bic ?? '' },
        ...{ taxId: account?.taxId ?? '', suffix: account?.suffix ?? '' },
      },
      reason: '',
    },
    send: async ({ after: { name, number, bic, taxId, suffix }, reason }) =>
      onChanged(
        await call(setFirmAccount, {
          body: {
            before: account,
            after: {
              ...{ name: name.trim(), number: compact(number), bic: compact(bic) || null },
              ...{ taxId: compact(taxId) || null, suffix: compact(suffix) || null },
            },
            reason: reason.trim(),
          },
        }),
      ),
  })
  const { register, formState } = sending.form
  const { after: wrong } = formState.errors
  return (
    <Section title={t('account.title')} lead={t('account.lead')}>
      <Form
        sending={sending}
        label={t('account.title')}
        actions={
          mayEdit && (
            <Button type="submit" disabled={sending.busy} aria-busy={sending.busy}>
              {t('account.save')}
            </Button>
          )
        }
      >
        <div className={classes.pair}>
          <TextInput
            label={t('account.name')}
            maxLength={70}
            autoComplete="off"
            disabled={!mayEdit}
            error={fieldText(wrong?.name)}
            {...register('after.name', { validate: (typed) => typed.trim().length >= 2 || 'required' })}
          />
          <TextInput
            label={isMexico ? 'CLABE' : 'IBAN'}
            maxLength={44}
            autoComplete="off"
            disabled={!mayEdit}
            error={fieldText(wrong?.number)}
            {...register('after.number', { required: 'required' })}
          />
        </div>
        {!isMexico && (
          <div className={classes.inline}>
            <TextInput
              label={t('account.bic')}
              maxLength={14}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.bic)}
              {...register('after.bic', {
                validate: (typed) => /^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/.test(compact(typed)) || 'invalid',
              })}
            />
            <TextInput
              label={t('account.taxId')}
              description={t('account.taxIdHint')}
              inputWrapperOrder={under}
              maxLength={16}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.taxId)}
              {...register('after.taxId', {
                validate: (typed) => /^([A-Z0-9]{8,13})?$/.test(compact(typed)) || 'invalid',
              })}
            />
            <TextInput
              label={t('account.suffix')}
              description={t('account.suffixHint')}
              inputWrapperOrder={under}
              maxLength={3}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.suffix)}
              {...register('after.suffix', {
                validate: (typed) => /^([A-Z0-9]{3})?$/.test(compact(typed)) || 'invalid',
              })}
            />
          </div>
        )}
        {mayEdit && (
          <ReasonField
            label={t('reason')}
            description={t('reasonHint')}
            error={fieldText(formState.errors.reason)}
            {...register('reason', reasonRules)}
          />
        )}
      </Form>
    </Section>
  )
}

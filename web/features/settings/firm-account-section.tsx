import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type PaymentSettings, setFirmAccount } from '#contract/settings/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { inputWrapperOrder } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'

type FirmAccount = NonNullable<PaymentSettings['firmAccount']>
type FirmAccountFormValues = {
  after: { name: string; number: string; bic: string; taxId: string; suffix: string }
  reason: string
}
type Props = {
  account: FirmAccount | null
  mayEdit: boolean
  onChanged: (after: PaymentSettings) => void
}

const stripSeparators = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase()

/** Where payments leave from, as the file for the bank names it. */
export const FirmAccountSection = ({ account, mayEdit, onChanged }: Props) => {
  const { t } = useTranslation('limits')
  const fieldText = useFieldErrorText()
  const isMexico = useSession(({ selectedDatabasePrefix: prefix }) => tenantFacts[prefix].country === 'MX')
  const sending = useSubmitForm<FirmAccountFormValues>({
    defaults: {
      after: {
        ...{
          name: account?.name ?? '',
          number: account ? formatBankNumber(account.number) : '',
          bic: account?.bic ?? '',
        },
        ...{ taxId: account?.taxId ?? '', suffix: account?.suffix ?? '' },
      },
      reason: '',
    },
    submit: async ({ after: { name, number, bic, taxId, suffix }, reason }) =>
      onChanged(
        await callEndpoint(setFirmAccount, {
          body: {
            before: account,
            after: {
              ...{ name: name.trim(), number: stripSeparators(number), bic: stripSeparators(bic) || null },
              ...{ taxId: stripSeparators(taxId) || null, suffix: stripSeparators(suffix) || null },
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
        formState={sending}
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
                validate: (typed) => /^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/.test(stripSeparators(typed)) || 'invalid',
              })}
            />
            <TextInput
              label={t('account.taxId')}
              description={t('account.taxIdHint')}
              inputWrapperOrder={inputWrapperOrder}
              maxLength={16}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.taxId)}
              {...register('after.taxId', {
                validate: (typed) => /^([A-Z0-9]{8,13})?$/.test(stripSeparators(typed)) || 'invalid',
              })}
            />
            <TextInput
              label={t('account.suffix')}
              description={t('account.suffixHint')}
              inputWrapperOrder={inputWrapperOrder}
              maxLength={3}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.suffix)}
              {...register('after.suffix', {
                validate: (typed) => /^([A-Z0-9]{3})?$/.test(stripSeparators(typed)) || 'invalid',
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

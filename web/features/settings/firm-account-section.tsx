import { TextInput } from '@mantine/core'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type PaymentSettings, setFirmAccount } from '#contract/settings/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'

type FirmAccount = NonNullable<PaymentSettings['firmAccount']>
type FirmAccountFormValues = {
  after: { name: string; number: string; bic: string; taxId: string; suffix: string }
  reason: string
}
type Props = {
  account: FirmAccount | null
  mayEdit: boolean
}

const stripSeparators = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase()

/** Where payments leave from, as the file for the bank names it. */
export const FirmAccountSection = ({ account, mayEdit }: Props) => {
  const { t } = useTranslation('limits')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const isMexico = useSession(({ selectedDatabasePrefix: prefix }) => tenantFacts[prefix].country === 'MX')
  const defaults = {
    after: {
      name: account?.name ?? '',
      number: account ? formatBankNumber(account.number) : '',
      bic: account?.bic ?? '',
      taxId: account?.taxId ?? '',
      suffix: account?.suffix ?? '',
    },
    reason: '',
  }
  const sending = useSubmitForm<FirmAccountFormValues, FirmAccount | null>({
    defaults,
    version: account,
    submit: async ({ after: { name, number, bic, taxId, suffix }, reason }, before) => {
      const after = {
        name: name.trim(),
        number: stripSeparators(number),
        bic: stripSeparators(bic) || null,
        taxId: stripSeparators(taxId) || null,
        suffix: stripSeparators(suffix) || null,
      }
      const body = { before, after, reason: reason.trim() }
      await callEndpoint(setFirmAccount, { body }, { refreshOnRefusal: true })
      // It waits for a second person: until then nothing has changed.
      sending.form.reset(defaults)
    },
  })
  const { register, formState } = sending.form
  const { after: wrong } = formState.errors
  return (
    <Section id="firm-account" title={t('account.title')} description={t('account.lead')}>
      <Form
        formState={sending}
        label={t('account.title')}
        actions={mayEdit && <SubmitButton busy={sending.busy}>{t('account.save')}</SubmitButton>}
      >
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
        {!isMexico && (
          <>
            <TextInput
              label={optional(t('account.bic'))}
              maxLength={14}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.bic)}
              {...register('after.bic', {
                validate: (typed) => /^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/.test(stripSeparators(typed)) || 'invalid',
              })}
            />
            <TextInput
              label={optional(t('account.taxId'))}
              description={t('account.taxIdHint')}
              maxLength={16}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.taxId)}
              {...register('after.taxId', {
                validate: (typed) => /^([A-Z0-9]{8,13})?$/.test(stripSeparators(typed)) || 'invalid',
              })}
            />
            <TextInput
              label={optional(t('account.suffix'))}
              description={t('account.suffixHint')}
              maxLength={3}
              autoComplete="off"
              disabled={!mayEdit}
              error={fieldText(wrong?.suffix)}
              {...register('after.suffix', {
                validate: (typed) => /^([A-Z0-9]{3})?$/.test(stripSeparators(typed)) || 'invalid',
              })}
            />
          </>
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

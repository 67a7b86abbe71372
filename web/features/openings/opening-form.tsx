import { Button, NativeSelect, TextInput } from '@mantine/core'
import { signingModes } from '#contract/clients/client.ts'
import type { OpeningOptions, OpeningQuote } from '#contract/openings.ts'
import { maturityInstructions } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { parseMonths, parseRate, trimTrailingZeros } from '#web/domain/parse-figures.ts'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField, moneyRules } from '#web/ui/form/money-field.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import { HoldersField } from './holders-field.tsx'
import type { OpeningFormValues } from './opening-values.ts'
import classes from './openings.module.css'

type Props = {
  sending: SubmitFormState<OpeningFormValues>
  options: OpeningOptions
  quote: OpeningQuote | undefined
  draft: string
  /** Sends it: to wait for its money, or as a draft. */
  onSubmit: (submit: boolean) => void
}

export const OpeningForm = ({ sending, options, quote, draft, onSubmit }: Props) => {
  const { t } = useTranslation(['openings', 'common'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const { register, watch, setValue, formState } = sending.form
  const { errors, dirtyFields } = formState
  const mayOpen = quote?.verdict.allowed ?? false
  // Papers may come while it is a draft; a block or a missing consent stop that too.
  const mayDraft = quote !== undefined && !quote.verdict.reasons.some((reason) => /^(block|lopd)/.test(reason))
  const product = options.products.find(({ id }) => id === watch('productId'))
  const term = product?.termMonths ?? (watch('termMonths').trim() || null)
  const limits =
    product &&
    [
      t('limits.from', { amount: format.money(product.minimum, { euros: true }) }),
      product.maximum && t('limits.to', { amount: format.money(product.maximum, { euros: true }) }),
    ]
      .filter(Boolean)
      .join(' ')
  return (
    <Section title={t('form.title')}>
      <Form
        formState={sending}
        label={t('form.title')}
        draft={draft}
        actions={
          <>
            <SubmitButton busy={sending.busy} onClick={() => onSubmit(true)}>
              {t('form.submit')}
            </SubmitButton>
            <Button
              variant="default"
              disabled={sending.busy}
              onClick={() => {
                onSubmit(false)
                void sending.submit()
              }}
            >
              {t('form.saveDraft')}
            </Button>
          </>
        }
      >
        <NativeSelect
          label={t('fields.product')}
          data={[
            { value: '', label: t('fields.choose') },
            ...options.products.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={fieldText(errors.productId)}
          {...register('productId', {
            required: 'required',
            // What the product does at its maturity, until somebody has chosen otherwise.
            onChange: ({ target }: { target: { value: string } }) => {
              const chosen = options.products.find(({ id }) => id === target.value)
              if (chosen && !dirtyFields.instruction) setValue('instruction', chosen.defaultInstruction)
            },
          })}
        />
        <MoneyField
          label={t('fields.amount')}
          description={limits}
          error={fieldText(errors.amount)}
          {...register('amount', moneyRules)}
        />
        {product?.termMonths === null && (
          <TextInput
            label={optional(t('fields.termMonths'))}
            placeholder={t('quote.noTerm')}
            inputMode="numeric"
            error={fieldText(errors.termMonths)}
            {...register('termMonths', {
              validate: (typed) => typed.trim() === '' || parseMonths(typed) !== undefined || 'number',
            })}
          />
        )}
        {product?.accrues && (
          <TextInput
            label={optional(t('fields.bonusRate'))}
            description={t('limits.bonus', { points: format.decimal(trimTrailingZeros(options.bonusLimit)) })}
            placeholder="0"
            inputMode="decimal"
            error={fieldText(errors.bonusRate)}
            {...register('bonusRate', {
              validate: (typed) => typed.trim() === '' || parseRate(typed) !== undefined || 'number',
            })}
          />
        )}
        {term !== null && (
          <NativeSelect
            label={t('fields.instruction')}
            data={maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) }))}
            {...register('instruction')}
          />
        )}
        {term !== null && watch('instruction') === 'transfer' && (
          <NativeSelect
            label={t('fields.transferProduct')}
            description={t('limits.transfer')}
            data={[
              { value: '', label: t('fields.choose') },
              ...options.products.filter(({ accrues }) => accrues).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            error={fieldText(errors.transferProductId)}
            {...register('transferProductId', { required: 'required' })}
          />
        )}
        <HoldersField form={sending.form} />
        {watch('holders').length > 1 && (
          <NativeSelect
            label={t('fields.signature')}
            data={signingModes.map((value) => ({ value, label: t(`signatures.${value}`) }))}
            {...register('signature')}
          />
        )}
        {quote?.needsApproval && (
          <ReasonField
            label={t('fields.reason')}
            isOptional
            description={t('form.reasonHint')}
            error={fieldText(errors.reason)}
            {...register('reason', { validate: (typed) => typed.trim() === '' || reasonRules.validate(typed) })}
          />
        )}
        {quote && !mayOpen && <p className={classes.stopped}>{t(mayDraft ? 'form.stopped' : 'form.barred')}</p>}
      </Form>
    </Section>
  )
}

import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import {
  additionPolicies,
  dayCounts,
  earlyWithdrawalPolicies,
  maturityInstructions,
  offeredProductFamilies,
  payoutFrequencies,
  productLines,
} from '#contract/products.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { parseAmount, parseMonths, parseRate } from '#web/domain/parse-figures.ts'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import type { ProductFormValues } from './product-values.ts'

const productCodePattern = /^\s*[A-Za-z0-9][A-Za-z0-9_-]{1,29}\s*$/

/** What a product offers, from its code to whether it is on sale. */
export const ProductFields = ({ form }: { form: SubmitFormState<ProductFormValues>['form'] }) => {
  const { t } = useTranslation('products')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const { register, control, formState } = form
  const additions = useWatch({ control, name: 'settings.additions' })
  const errors = formState.errors.settings ?? {}
  const typed =
    (reader: (text: string) => unknown, optional = false) =>
    (text: string) =>
      (optional && text.trim() === '') || reader(text) !== undefined || 'number'
  return (
    <>
      <TextInput
        label={t('fields.name')}
        maxLength={80}
        error={fieldText(errors.name)}
        {...register('settings.name', {
          required: 'required',
          validate: (text) => text.trim().length >= 2 || 'too_small',
        })}
      />
      <TextInput
        label={t('fields.code')}
        description={t('edit.codeHint')}
        maxLength={30}
        error={fieldText(errors.code)}
        {...register('settings.code', {
          required: 'required',
          validate: (text) => productCodePattern.test(text) || 'productCode',
        })}
      />
      <NativeSelect
        label={t('fields.family')}
        description={t('edit.familyHint')}
        error={fieldText(errors.family)}
        data={offeredProductFamilies.map((value) => ({ value, label: t(`families.${value}`) }))}
        {...register('settings.family')}
      />
      <NativeSelect
        label={t('fields.line')}
        data={[
          { value: '', label: t('noLine') },
          ...productLines.map((value) => ({ value, label: t(`lines.${value}`) })),
        ]}
        {...register('settings.line')}
      />
      <FieldRow>
        <TextInput
          label={t('fields.minimum')}
          inputMode="decimal"
          error={fieldText(errors.minimum)}
          {...register('settings.minimum', { required: 'required', validate: typed(parseAmount) })}
        />
        <TextInput
          label={optional(t('fields.maximum'))}
          placeholder={t('noLimit')}
          inputMode="decimal"
          error={fieldText(errors.maximum)}
          {...register('settings.maximum', { validate: typed(parseAmount, true) })}
        />
      </FieldRow>
      <TextInput
        label={optional(t('fields.termMonths'))}
        placeholder={t('noTerm')}
        inputMode="numeric"
        error={fieldText(errors.termMonths)}
        {...register('settings.termMonths', { validate: typed(parseMonths, true) })}
      />
      <TextInput
        label={t('fields.penaltyPoints')}
        inputMode="decimal"
        error={fieldText(errors.penaltyPoints)}
        {...register('settings.penaltyPoints', { required: 'required', validate: typed(parseRate) })}
      />
      <NativeSelect
        label={t('fields.payout')}
        error={fieldText(errors.payout)}
        data={payoutFrequencies.map((value) => ({ value, label: t(`payouts.${value}`) }))}
        {...register('settings.payout')}
      />
      <NativeSelect label={t('fields.dayCount')} data={[...dayCounts]} {...register('settings.dayCount')} />
      <NativeSelect
        label={t('fields.defaultInstruction')}
        data={maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) }))}
        {...register('settings.defaultInstruction')}
      />
      <NativeSelect
        label={t('fields.earlyWithdrawal')}
        error={fieldText(errors.earlyWithdrawal)}
        data={earlyWithdrawalPolicies.map((value) => ({ value, label: t(`earlyWithdrawals.${value}`) }))}
        {...register('settings.earlyWithdrawal')}
      />
      <NativeSelect
        label={t('fields.additions')}
        data={additionPolicies.map((value) => ({ value, label: t(`additions.${value}`) }))}
        {...register('settings.additions')}
      />
      {additions === 'within_days' && (
        <TextInput
          label={t('fields.additionDays')}
          inputMode="numeric"
          error={fieldText(errors.additionDays)}
          {...register('settings.additionDays', { required: 'required', validate: typed(parseMonths) })}
        />
      )}
      <Checkbox label={t('edit.interestStays')} {...register('settings.capitalised')} />
      <Checkbox label={t('product.earnsBox')} {...register('settings.earnsUntilPaid')} />
      <Checkbox label={t('fields.onSale')} {...register('settings.onSale')} />
    </>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { maxProposedAccounts } from '#contract/presentations.ts'
import type { StudyProduct } from '#contract/product-studies.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { parseMonths, parseRate } from '#web/domain/parse-figures.ts'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { MoneyField, moneyRules } from '#web/ui/form/money-field.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useFocusAfterRemoval } from '#web/ui/form/use-focus-after-removal.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import layoutClasses from '#web/ui/layout.module.css'
import textClasses from '#web/ui/text.module.css'
import { buildEmptyAccount, type PresentationFormValues } from './presentation-form-values.ts'

type Props = { form: UseFormReturn<PresentationFormValues>; products: readonly StudyProduct[] }
type AccountProps = Props & { at: number; onRemove: () => void }

const isMonths = (typed: string): true | string => parseMonths(typed) !== undefined || 'number'
const isRate = (typed: string): true | string => typed.trim() === '' || parseRate(typed) !== undefined || 'number'

const ProposedAccountFields = ({ form, products, at, onRemove }: AccountProps) => {
  const { t } = useTranslation('presentations')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const { register, formState, getValues, setValue } = form
  const errors = formState.errors.accounts?.[at]
  const n = at + 1
  const chosen = getValues(`accounts.${at}.productId`)
  // What is no longer on sale stays in a proposal that names it.
  const options = products.map(({ id, name }) => ({ value: id, label: name }))
  if (chosen && !products.some(({ id }) => id === chosen)) options.push({ value: chosen, label: `#${chosen}` })
  const product = register(`accounts.${at}.productId`, { required: 'required' })
  return (
    <fieldset className={layoutClasses.dividedRows}>
      <legend className={textClasses.legend}>{t('editor.account', { n })}</legend>
      <NativeSelect
        label={t('editor.product')}
        data={options}
        error={fieldText(errors?.productId)}
        {...product}
        onChange={(event) => {
          const term = products.find(({ id }) => id === event.currentTarget.value)?.termMonths
          if (term) setValue(`accounts.${at}.months`, String(term), { shouldDirty: true })
          return product.onChange(event)
        }}
      />
      <FieldRow>
        <MoneyField
          label={t('editor.amount')}
          error={fieldText(errors?.amount)}
          {...register(`accounts.${at}.amount`, moneyRules)}
        />
        <TextInput
          label={t('editor.months')}
          inputMode="numeric"
          maxLength={3}
          error={fieldText(errors?.months)}
          {...register(`accounts.${at}.months`, { required: 'required', validate: isMonths })}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={optional(t('editor.rate'))}
          description={t('editor.rateHint')}
          inputMode="decimal"
          maxLength={12}
          error={fieldText(errors?.rate)}
          {...register(`accounts.${at}.rate`, { validate: isRate })}
        />
        <TextInput
          label={optional(t('editor.extraRate'))}
          inputMode="decimal"
          maxLength={12}
          error={fieldText(errors?.extraRate)}
          {...register(`accounts.${at}.extraRate`, { validate: isRate })}
        />
      </FieldRow>
      <div>
        <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
          {t('editor.remove', { n })}
        </Button>
      </div>
    </fieldset>
  )
}

/** The accounts that are proposed, and one more. */
export const ProposalFields = ({ form, products }: Props) => {
  const { t } = useTranslation('presentations')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'accounts', keyName: 'key' })
  const addButton = useFocusAfterRemoval(fields.length)
  return (
    <FieldGroup title={t('editor.proposal')}>
      {fields.map(({ key }, at) => (
        <ProposedAccountFields key={key} form={form} products={products} at={at} onRemove={() => remove(at)} />
      ))}
      {fields.length < maxProposedAccounts && (
        <div>
          <Button
            ref={addButton}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => append(buildEmptyAccount(products[0]))}
          >
            {t('editor.add')}
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

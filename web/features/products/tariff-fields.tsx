import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Controller, useFieldArray } from 'react-hook-form'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { parseAmount, parseMonths, parseRate } from '#web/domain/parse-figures.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useFocusAfterRemoval } from '#web/ui/form/use-focus-after-removal.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import { DateControl } from '#web/ui/list/date-control.tsx'
import { emptySlab, type ProductFormValues } from './product-values.ts'
import classes from './products.module.css'

const maxSlabs = 60

/** From which day rates begin, and each rate by amount and months. */
export const TariffFields = ({ form }: { form: SubmitFormState<ProductFormValues>['form'] }) => {
  const { t } = useTranslation('products')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { register, control, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'tariff.slabs' })
  const addButton = useFocusAfterRemoval(fields.length)
  const errors = formState.errors.tariff
  const ofAll = errors?.slabs?.message
  return (
    <>
      <Controller
        name="tariff.validFrom"
        control={control}
        rules={{ validate: (value) => (value === '' ? 'required' : value >= today || 'beforeToday') }}
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <DateControl label={t('rates.validFrom')} value={value} onChange={onChange} error={fieldText(error)} />
        )}
      />
      {fields.map(({ id }, at) => (
        <fieldset key={id} className={classes.slabs}>
          <legend className={classes.tariff}>{t('rates.slab', { number: at + 1 })}</legend>
          <div className={classes.slab}>
            <TextInput
              label={t('rates.minAmount')}
              inputMode="decimal"
              error={fieldText(errors?.slabs?.[at]?.minAmount)}
              {...register(`tariff.slabs.${at}.minAmount`, {
                required: 'required',
                validate: (text) => parseAmount(text) !== undefined || 'number',
              })}
            />
            <TextInput
              label={optional(t('rates.term'))}
              placeholder={t('tariffs.anyTerm')}
              inputMode="numeric"
              error={fieldText(errors?.slabs?.[at]?.termMonths)}
              {...register(`tariff.slabs.${at}.termMonths`, {
                validate: (text) => text.trim() === '' || parseMonths(text) !== undefined || 'number',
              })}
            />
            <TextInput
              label={t('rates.rate')}
              inputMode="decimal"
              error={fieldText(errors?.slabs?.[at]?.rate)}
              {...register(`tariff.slabs.${at}.rate`, {
                required: 'required',
                validate: (text) => parseRate(text) !== undefined || 'number',
              })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={fields.length === 1}
              aria-label={t('rates.remove', { number: at + 1 })}
              onClick={() => remove(at)}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <div role="alert">{ofAll && <p className={classes.wrong}>{fieldText({ type: ofAll })}</p>}</div>
      <div>
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={fields.length >= maxSlabs}
          onClick={() => append(emptySlab)}
        >
          {t('rates.add')}
        </Button>
      </div>
    </>
  )
}

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { getExternalPositionOptions } from '#contract/external-positions.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'

/** Of a new position; a form that changes one asks for a part of it. */
export type PositionFormValues = {
  clientId: string
  productId: string
  description: string
  since: string
  amount: string
  asOf: string
}
export const emptyPositionValues: PositionFormValues = {
  clientId: '',
  productId: '',
  description: '',
  since: '',
  amount: '',
  asOf: '',
}

export type ProductOptions = ResponseBody<typeof getExternalPositionOptions>['products']

/** The catalogue, where a dialog needs it: drawn before it is here, its first field would not have the focus. */
export const useCatalogue = ({ isNeeded }: { isNeeded: boolean }) =>
  useQuery({ ...buildQueryOptions(getExternalPositionOptions, {}), enabled: isNeeded })

/** What takes new positions, and what is chosen already. */
export const listChoices = (products: ProductOptions, chosenId: string | null): ProductOptions =>
  products.filter(({ id, isClosed }) => !isClosed || id === chosenId)

/** Refuses a typed day that is to come, or before the position was there. */
export const useDayRules = () => {
  const parseDay = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  return {
    today,
    parseDay,
    validateDay: (typed: string, since: string): true | string => {
      const day = parseDay(typed)
      if (day === undefined) return 'date'
      if (day > today) return 'future'
      return day >= (parseDay(since) ?? '') || 'order'
    },
  }
}

type Props = {
  form: UseFormReturn<PositionFormValues>
  products: ProductOptions
  /** Where the dialog begins; not here unless given. A product that is chosen already has nothing to ask. */
  firstField?: 'product' | 'description'
}

/** What a position is of, and since when. */
export const PositionFields = ({ form, products, firstField }: Props) => {
  const { t } = useTranslation('external-positions')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const { validateDay } = useDayRules()
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <>
      <Controller
        control={control}
        name="productId"
        rules={{ required: 'required' }}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <SearchSelect
            ref={ref}
            {...(firstField === 'product' && { 'data-autofocus': true })}
            label={t('add.product')}
            placeholder={t('add.productHint')}
            error={fieldText(errors.productId)}
            data={products.map(({ id, institution, name, kind }) => ({
              value: id,
              label: `${institution} · ${name} (${t(`kinds.${kind}`)})`,
            }))}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
      <TextInput
        {...(firstField === 'description' && { 'data-autofocus': true })}
        label={optional(t('fields.description'))}
        description={t('add.descriptionHint')}
        autoComplete="off"
        maxLength={200}
        error={fieldText(errors.description)}
        {...register('description')}
      />
      <DateField
        label={t('fields.since')}
        isOptional
        isNearToday={false}
        error={fieldText(errors.since)}
        {...register('since', { validate: (typed) => typed.trim() === '' || validateDay(typed, '') })}
      />
    </>
  )
}

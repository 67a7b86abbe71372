import { NativeSelect } from '@mantine/core'
import {
  maxStudyMonths,
  type ProjectedVariant,
  type StudyProduct,
  type StudyVariant,
} from '#contract/product-studies.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { parseRate, trimTrailingZeros } from '#web/domain/parse-figures.ts'
import { FieldRow, FieldStack } from '#web/ui/form/field-row.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { DebouncedFigureField } from './debounced-figure-field.tsx'
import classes from './study.module.css'

type Props = {
  variant: StudyVariant
  products: readonly StudyProduct[]
  /** What was answered for it last; none before the first answer. */
  projectedVariant: ProjectedVariant | undefined
  /** What changes of it. */
  onChange: (some: Partial<StudyVariant>) => void
}

const parseCount = (text: string, maxCount: number): number | undefined =>
  /^\s*\d{1,2}\s*$/.test(text) && Number(text) <= maxCount ? Number(text) : undefined

/** Under the interest: where it comes from, and the way back to the tariff. */
const VariantRateSource = ({ variant, projectedVariant, onChange }: Omit<Props, 'products'>) => {
  const { t } = useTranslation('product-studies')
  const format = useFormatters()
  const proposed = projectedVariant?.proposedRate ?? null
  if (variant.rate === null) return proposed === null ? '\u00a0' : t('variant.fromTariff')
  if (proposed === null) return t('variant.own')
  return (
    <button type="button" className={classes.back} onClick={() => onChange({ rate: null })}>
      {t('variant.useTariff', { rate: format.rate(proposed) })}
    </button>
  )
}

/** Product and figures of one variant. */
export const VariantFields = ({ variant, products, projectedVariant, onChange }: Props) => {
  const { t } = useTranslation('product-studies')
  const format = useFormatters()
  const { amount, months, rate, extraRate } = variant
  const years = Math.floor(months / 12)
  const rest = months % 12
  // What is no longer on sale stays in a study that names it.
  const known =
    projectedVariant && !products.some(({ id }) => id === projectedVariant.product.id) ? [projectedVariant.product] : []
  const options = [...products, ...known]
  const shown = (value: string | null): string => (value === null ? '' : format.decimal(trimTrailingZeros(value)))
  const lasting = (whole: number | undefined, part: number | undefined): boolean => {
    if (whole === undefined || part === undefined) return false
    const total = whole * 12 + part
    if (total < 1 || total > maxStudyMonths) return false
    onChange({ months: total })
    return true
  }
  const choose = (id: string): void => {
    const termMonths = options.find((one) => one.id === id)?.termMonths
    onChange({ productId: id, rate: null, months: termMonths ?? months })
  }
  return (
    <div className={classes.fields}>
      <FieldStack>
        <NativeSelect
          label={t('fields.product')}
          value={variant.productId}
          data={options.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <DebouncedFigureField
          label={t('fields.amount')}
          inputMode="decimal"
          rightSection="€"
          value={format.money(amount, { withoutCurrency: true, euros: true })}
          invalidText={t('variant.wrong.amount')}
          onText={(text) => {
            const typed = parseMoney(text)
            if (typed) onChange({ amount: typed })
            return typed !== undefined
          }}
        />
        <FieldRow>
          <DebouncedFigureField
            label={t('fields.years')}
            inputMode="numeric"
            value={String(years)}
            invalidText={t('variant.wrong.years')}
            onText={(text) => lasting(parseCount(text, 40), rest)}
          />
          <DebouncedFigureField
            label={t('fields.months')}
            inputMode="numeric"
            value={String(rest)}
            invalidText={t('variant.wrong.months')}
            onText={(text) => lasting(years, parseCount(text, 11))}
          />
        </FieldRow>
        <DebouncedFigureField
          label={t('fields.rate')}
          inputMode="decimal"
          description={<VariantRateSource variant={variant} projectedVariant={projectedVariant} onChange={onChange} />}
          value={shown(rate ?? projectedVariant?.proposedRate ?? null)}
          invalidText={t('variant.wrong.rate')}
          onText={(text) => {
            const typed = text.trim() === '' ? null : parseRate(text)
            if (typed !== undefined) onChange({ rate: typed })
            return typed !== undefined
          }}
        />
        <DebouncedFigureField
          label={t('fields.extraRate')}
          inputMode="decimal"
          value={shown(extraRate)}
          invalidText={t('variant.wrong.rate')}
          onText={(text) => {
            const typed = text.trim() === '' ? '0.000000' : parseRate(text)
            if (typed !== undefined) onChange({ extraRate: typed })
            return typed !== undefined
          }}
        />
      </FieldStack>
    </div>
  )
}

import { buildGrowthPoints } from '#contract/product-studies/growth.ts'
import type { VariantProjection } from '#contract/product-studies.ts'
import { useDisplayCurrency, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { getProductColor } from '#web/domain/product-color.ts'
import { Chart } from '#web/ui/chart/chart.tsx'

export type GrowthLine = {
  number: number
  name: string
  productId: string
  amount: string
  projection: VariantProjection
}

const formatYears = (months: number, format: ReturnType<typeof useFormatters>): string =>
  format.decimal(String(Math.round((months / 12) * 10) / 10))

/** How the money of each variant grows. A product has its own colour; the same one twice differs by its stroke. */
export const GrowthChart = ({
  lines,
  onExport,
}: {
  lines: readonly GrowthLine[]
  onExport: (() => void) | undefined
}) => {
  const { t } = useTranslation('product-studies')
  const format = useFormatters()
  const currency = useDisplayCurrency()
  const grown = lines.map((line) => ({
    ...line,
    values: new Map(
      buildGrowthPoints(line.amount, line.projection.years).map(({ months, value }) => [months, value.toFixed(2)]),
    ),
  }))
  const months = [...new Set(grown.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b)
  return (
    <Chart
      title={t('growth.chart', { unit: currency?.code ?? t('growth.euros') })}
      pointHeading={t('years.year')}
      points={months.map((position) => ({ position, label: formatYears(position, format) }))}
      series={grown.map(({ number, name, productId, values }) => ({
        key: String(number),
        name,
        color: getProductColor(productId),
        values: months.map((month) => values.get(month) ?? null),
      }))}
      format={(value) => format.money(value)}
      onExport={onExport}
    />
  )
}

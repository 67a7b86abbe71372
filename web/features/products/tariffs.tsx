import type { ProductDetail } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './products.module.css'

type ProductTariff = ProductDetail['tariffs'][number]
type TariffSlab = ProductTariff['slabs'][number]

const isZeroAmount = (amount: string): boolean => !/[1-9]/.test(amount)

const TariffRateTable = ({ tariff }: { tariff: ProductTariff }) => {
  const { t } = useTranslation(['products', 'common'])
  const format = useFormatters()
  const name = t(`tariffs.${tariff.state}`, { date: format.date(tariff.validFrom) })
  const byTerm = tariff.slabs.some(({ termMonths }) => termMonths > 0)
  const term: RowColumn<TariffSlab, never> = {
    key: 'termMonths',
    label: t('tariffs.term'),
    phone: 2,
    cell: (count) => (count === 0 ? t('tariffs.anyTerm') : t('tariffs.fromMonths', { months: t('months', { count }) })),
  }
  const columns: readonly RowColumn<TariffSlab, never>[] = [
    {
      key: 'minAmount',
      label: t('tariffs.amount'),
      phone: 1,
      cell: (amount) =>
        isZeroAmount(amount) ? t('tariffs.anyAmount') : t('tariffs.from', { amount: format.money(amount) }),
    },
    ...(byTerm ? [term] : []),
    { key: 'rate', label: t('fields.rate'), align: 'end', phone: byTerm ? 3 : 2, cell: (rate) => format.rate(rate) },
    {
      key: 'effectiveRate',
      label: t('common:effectiveRate'),
      align: 'end',
      ...(!byTerm && { phone: 3 }),
      cell: (rate) => format.rate(rate),
    },
  ]
  const rows = tariff.slabs.map((slab) => ({ ...slab, id: `${slab.termMonths} ${slab.minAmount}` }))
  return (
    <div className={classes.rates}>
      <h3 className={classes.tariff}>{name}</h3>
      <DataTable label={name} columns={columns} rows={rows} dense />
    </div>
  )
}

/** What is in force and what is to come; what was, on asking. */
export const Tariffs = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const past = product.tariffs.filter(({ state }) => state === 'past')
  const shown = product.tariffs.filter(({ state }) => state !== 'past')
  return (
    <Section title={t('tariffs.title')}>
      {product.tariffs.length === 0 && <p>{t('tariffs.none')}</p>}
      {shown.map((tariff) => (
        <TariffRateTable key={tariff.validFrom} tariff={tariff} />
      ))}
      {past.length > 0 && (
        <details className={classes.older}>
          <summary>{t('tariffs.older')}</summary>
          {past.map((tariff) => (
            <TariffRateTable key={tariff.validFrom} tariff={tariff} />
          ))}
        </details>
      )}
    </Section>
  )
}

import type { ProjectedVariant, StudyVariant } from '#contract/product-studies.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './study.module.css'

type Props = { variant: StudyVariant; projectedVariant: ProjectedVariant }

/** What was put in, on paper, where fields would look like a form to fill in. */
const VariantConditions = ({ variant, projectedVariant }: Props) => {
  const { t } = useTranslation(['product-studies', 'products'])
  const format = useFormatters()
  const facts = [
    [t('fields.product'), projectedVariant.product.name],
    [t('fields.amount'), format.money(variant.amount)],
    [t('fields.term'), t('products:months', { count: variant.months })],
    [t('fields.rate'), format.rate(projectedVariant.projection?.rate ?? null)],
    [t('fields.effectiveRate'), format.rate(projectedVariant.projection?.effectiveRate ?? null)],
    [t('fields.extraRate'), format.rate(variant.extraRate, { zero: 'dash' })],
  ]
  return (
    <dl className={classes.conditions}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What one should know of the figures: what they suppose, and what the product wouldn't take. */
const VariantRemarks = ({ variant, projectedVariant: { product, outside } }: Props) => {
  const { t } = useTranslation(['product-studies', 'products'])
  const format = useFormatters()
  const { capitalised, payout, dayCount, termMonths } = product
  const term = termMonths === null || termMonths === variant.months ? null : termMonths
  const how = { payout: t(`products:payouts.${payout}`), dayCount }
  return (
    <ul className={classes.remarks}>
      <li>{t(capitalised ? 'results.capitalised' : 'results.paidOut', how)}</li>
      {term !== null && (
        <li data-mind={variant.months < term || undefined}>
          {t(variant.months > term ? 'variant.renewed' : 'variant.shorter', {
            months: t('products:months', { count: term }),
          })}
        </li>
      )}
      {outside && <li data-mind>{t(`variant.${outside.limit}`, { amount: format.money(outside.amount) })}</li>}
    </ul>
  )
}

/** What a variant earns. */
export const VariantResults = ({ variant, projectedVariant }: Props) => {
  const { t } = useTranslation('product-studies')
  const format = useFormatters()
  const { projection, product } = projectedVariant
  if (!projection)
    return <EmptyState title={t('variant.noRate', { product: product.name })} hint={t('variant.noRateHint')} />
  const { totalEarned, extraInterest, finalAmount, endsOn, dailyInterest, monthlyInterest } = projection
  return (
    <div className={classes.results}>
      <VariantConditions variant={variant} projectedVariant={projectedVariant} />
      <dl className={classes.figures}>
        <div className={classes.main}>
          <dt>{t('results.totalEarned')}</dt>
          <dd>
            <Amount value={totalEarned} />
            <small>
              {Number(variant.extraRate) > 0 ? t('results.ofExtra', { amount: format.money(extraInterest) }) : '\u00a0'}
            </small>
          </dd>
        </div>
        <div className={classes.main}>
          <dt>{t('results.finalAmount')}</dt>
          <dd>
            <Amount value={finalAmount} />
            <small>{t('results.until', { date: format.date(endsOn) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('fields.effectiveRate')}</dt>
          <dd>{format.rate(projection.effectiveRate)}</dd>
        </div>
        <div>
          <dt>{t('results.daily')}</dt>
          <dd>
            <Amount value={dailyInterest} />
          </dd>
        </div>
        <div>
          <dt>{t('results.monthly')}</dt>
          <dd>
            <Amount value={monthlyInterest} />
          </dd>
        </div>
      </dl>
      <VariantRemarks variant={variant} projectedVariant={projectedVariant} />
    </div>
  )
}

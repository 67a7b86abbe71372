import { Link } from 'react-router'
import type { ProductTrend } from '#contract/firm-panel.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import figures from '#web/domain/figures/figures.module.css'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { Trend } from '#web/ui/trend/trend.tsx'
import { buildChangeHref, buildFigureHref } from './panel-address.ts'
import { usePanelValues } from './panel-value.ts'

type Props = {
  products: readonly ProductTrend[] | undefined
  today: string
  params: URLSearchParams
  isOpening: boolean
}

/** Products by their share of the capital, the largest first, with how each changed. */
export const PanelProducts = ({ products, today, params, isOpening }: Props) => {
  const { t } = useTranslation(['firm-panel', 'list'])
  const format = useFormatters()
  const { showPercent } = usePanelValues()
  const renderChange = ({ change, percent, day }: ProductTrend['monthBefore']) => (
    <>
      <td>
        {change === null || change === '0.00' ? (
          '–'
        ) : (
          <Link to={buildChangeHref({ from: day, to: today }, params)}>{renderTableAmount(format, change)}</Link>
        )}
      </td>
      <td>{showPercent(percent)}</td>
    </>
  )
  return (
    <Section title={t('products')} description={t('productsLead')}>
      {!products && <div className={figures.skeleton} role="status" aria-label={t('list:loading')} />}
      {products && products.length === 0 && <p className={figures.moment}>{t('noProducts')}</p>}
      {products && products.length > 0 && (
        <ScrollFrame label={t('products')}>
          <table className={tables.numbers}>
            <thead>
              <tr>
                <th scope="col">{t('product')}</th>
                <th scope="col">{t('tiles.capital')}</th>
                <th scope="col">{t('share')}</th>
                <th scope="col">{t('monthBefore')}</th>
                <th scope="col">{t('percent')}</th>
                <th scope="col">{t('yearBefore')}</th>
                <th scope="col">{t('percent')}</th>
                <td data-text />
              </tr>
            </thead>
            <tbody>
              {products.map(({ product, value, share, monthBefore, yearBefore, points }) => (
                <tr key={product.id}>
                  <th scope="row">{product.name}</th>
                  <td>
                    {isOpening && value !== '0.00' ? (
                      <Link
                        to={buildFigureHref(
                          'totalCapital',
                          { from: today, to: today },
                          new URLSearchParams([...params, ['product', product.id]]),
                        )}
                      >
                        {renderTableAmount(format, value)}
                      </Link>
                    ) : (
                      renderTableAmount(format, value)
                    )}
                  </td>
                  <td>{share === null ? '–' : format.percent(share)}</td>
                  {renderChange(monthBefore)}
                  {renderChange(yearBefore)}
                  <td data-text>
                    <Trend
                      values={points.map((point) => point.value)}
                      label={t('sparkline', { figure: product.name })}
                      change={null}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Section>
  )
}

import { Link } from 'react-router'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Income } from './income-table.tsx'

/** What the year may come to, in its parts, each with where it comes from. */
export const IncomeProjection = ({ income }: { income: Income }) => {
  const { t } = useTranslation('income-dashboard')
  const format = useFormatters()
  const maySeeMaturities = usePermission('bt_Vencimientos', 'view')
  const { projection, through, year } = income
  if (!projection) return null
  const { maturing, retention } = projection
  const due = format.money(maturing)
  const parts = [
    {
      key: 'achieved',
      amount: income.achieved,
      how: t('projection.achievedHow', { day: format.date(through) }),
      href: null,
    },
    {
      key: 'pipeline',
      amount: projection.pipeline,
      how: t('projection.pipelineHow'),
      href: '/crm/AgendaComercial/contactos',
    },
    {
      key: 'retained',
      amount: projection.retained,
      how:
        retention === null
          ? t('projection.retainedNone', { maturing: due })
          : t('projection.retainedHow', { maturing: due, retention: format.decimal(retention) }),
      href: maySeeMaturities ? `/crm/Vencimientos?from=${through}&to=${year}-12-31` : null,
    },
  ] as const
  return (
    <Section title={t('parts')}>
      <ScrollFrame label={t('parts')}>
        <table className={tables.numbers}>
          <thead>
            <tr>
              <th scope="col">{t('part')}</th>
              <th scope="col">{t('amount')}</th>
              <th scope="col" data-text>
                {t('how')}
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ key, amount, how, href }) => (
              <tr key={key}>
                <th scope="row">{t(`projection.${key}`)}</th>
                <td>{renderTableAmount(format, amount)}</td>
                <td data-text>{href ? <Link to={href}>{how}</Link> : how}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('projection.total')}</th>
              <td>{renderTableAmount(format, projection.total)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </ScrollFrame>
    </Section>
  )
}

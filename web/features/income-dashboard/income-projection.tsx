import { openContactStages } from '#contract/contacts/stages.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import { goalFigures } from '#contract/figures/keys.ts'
import { shiftDay } from '#rules/calendar.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ProjectionTable } from '#web/domain/projection-table.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Income } from './income-table.tsx'

/** What the year may come to, in its parts, each with where it comes from. */
export const IncomeProjection = ({ income, params }: { income: Income; params: URLSearchParams }) => {
  const { t } = useTranslation('income-dashboard')
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const maySeeMaturities = usePermission('bt_Vencimientos', 'view')
  const { projection, through, year } = income
  if (!projection) return null
  const { maturing, retention } = projection
  const due = format.money(maturing)
  const figureHref = (figure: FigureKey, query: Record<string, string>): string =>
    `/crm/cifras/${figure}?${new URLSearchParams([['range', 'custom'], ...Object.entries(query), ...params])}`
  const of = params.get('of')
  const owners: Record<string, string> = of ? { [params.get('view') === 'team' ? 'team' : 'owner']: of } : {}
  const parts = [
    {
      key: 'achieved',
      amount: income.achieved,
      how: t('projection.achievedHow', { day: format.date(through) }),
      href: mayOpen ? figureHref(goalFigures[income.measure], { from: `${year}-01-01`, to: through }) : null,
    },
    {
      key: 'pipeline',
      amount: projection.pipeline,
      how: t('projection.pipelineHow'),
      href: `/crm/AgendaComercial/contactos?${new URLSearchParams({ stage: openContactStages.join(','), ...owners })}`,
    },
    {
      key: 'retained',
      amount: projection.retained,
      how:
        retention === null
          ? t('projection.retainedNone', { maturing: due })
          : t('projection.retainedHow', { maturing: due, retention: format.decimal(retention) }),
      href:
        mayOpen && maySeeMaturities
          ? figureHref('expirations', { from: shiftDay(through, 1), to: `${year}-12-31`, part: 'coming' })
          : null,
    },
  ] as const
  return (
    <Section title={t('parts')}>
      <ProjectionTable
        label={t('parts')}
        headings={{ part: t('part'), amount: t('amount'), how: t('how') }}
        parts={parts.map(({ key, ...part }) => ({ ...part, name: t(`projection.${key}`) }))}
        total={{ name: t('projection.total'), amount: projection.total }}
      />
    </Section>
  )
}

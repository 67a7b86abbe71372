import { Link } from 'react-router'
import type { Goal } from '#contract/goals.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { ProjectionTable } from '#web/domain/projection-table.tsx'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './goals.module.css'

type Projection = NonNullable<Goal['projection']>

const useParts = ({ pipeline, maturing, retention, retained }: Projection, achieved: string) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const due = format.money(maturing)
  return [
    { name: t('projection.achieved'), amount: achieved, how: t('projection.achievedHow') },
    { name: t('projection.pipeline'), amount: pipeline, how: t('projection.pipelineHow') },
    {
      name: t('projection.retained'),
      amount: retained,
      how:
        retention === null
          ? t('projection.retainedNone', { maturing: due })
          : t('projection.retainedHow', { maturing: due, retention: format.decimal(retention) }),
    },
  ]
}

const PartsTable = ({ projection, achieved }: { projection: Projection; achieved: string }) => {
  const { t } = useTranslation('goals')
  return (
    <ProjectionTable
      label={t('projection.title')}
      headings={{ part: t('projection.part'), amount: t('projection.amount'), how: t('projection.how') }}
      parts={useParts(projection, achieved)}
      total={{ name: t('projection.total'), amount: projection.total }}
    />
  )
}

/** Each stage opens its contacts, where they are of one person. */
const StagesTable = ({ projection: { stages, pipeline }, goal: { employee, kind } }: Props) => {
  const { t } = useTranslation(['goals', 'contacts'])
  const format = useFormatters()
  const buildHref = (stage: string): string =>
    `/crm/AgendaComercial/contactos?${new URLSearchParams({ stage, owner: employee.id })}`
  return (
    <ScrollFrame label={t('projection.stages')}>
      <table className={tables.numbers}>
        <caption>{t('projection.stages')}</caption>
        <thead>
          <tr>
            {(['stage', 'contacts', 'may', 'probability', 'expected'] as const).map((key) => (
              <th key={key} scope="col">
                {t(`projection.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map(({ stage, count, amount, probability, expected }) => (
            <tr key={stage}>
              <th scope="row">
                {kind === 'individual' && count > 0 ? (
                  <Link to={buildHref(stage)}>{t(`contacts:stages.${stage}`)}</Link>
                ) : (
                  t(`contacts:stages.${stage}`)
                )}
              </th>
              <td>{format.number(count)}</td>
              <td>{renderTableAmount(format, amount)}</td>
              <td>{format.percent(String(probability))}</td>
              <td>{renderTableAmount(format, expected)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('months.total')}</th>
            <td>{format.number(stages.reduce((sum, { count }) => sum + count, 0))}</td>
            <td />
            <td />
            <td>{renderTableAmount(format, pipeline)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

type Props = { projection: Projection; goal: Goal }

/** Where the year will end, each part by itself. */
export const GoalProjection = (props: Props) => {
  const { t } = useTranslation('goals')
  return (
    <Section title={t('projection.title')} description={t('projection.lead')}>
      <div className={classes.tables}>
        <PartsTable projection={props.projection} achieved={props.goal.achieved} />
        <StagesTable {...props} />
      </div>
    </Section>
  )
}

import { type Figure, type FigurePeriod, type FigureValue, printFigure } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toFigureQuery } from '#web/domain/figures/figure-choice.ts'
import { formatFigureValue, useFigureChange } from '#web/domain/figures/figure-value.tsx'
import classes from '#web/domain/figures/figures.module.css'
import tables from '#web/domain/numbers-table.module.css'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'

type Props = { figure: Figure; period: FigurePeriod }

const PartsTable = ({ figure }: { figure: Figure }) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const isMoney = figure.amount !== null
  const renderLine = (label: string, { amount, count }: FigureValue) => (
    <>
      <th scope="row">{label}</th>
      <td>{format.number(count)}</td>
      {isMoney && <td>{format.money(amount)}</td>}
    </>
  )
  return (
    <ScrollFrame label={t('partsTitle')}>
      <table className={tables.numbers}>
        <caption>{t('partsTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('part')}</th>
            <th scope="col">{t('count')}</th>
            {isMoney && <th scope="col">{t('amount')}</th>}
          </tr>
        </thead>
        <tbody>
          {figure.parts.map((part) => (
            <tr key={part.part}>{renderLine(t(`parts.${part.part}`), part)}</tr>
          ))}
        </tbody>
        <tfoot>
          <tr>{renderLine(t('total'), figure)}</tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

const ComparedTable = ({ figure, period }: Props) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const changeOf = useFigureChange()
  if (!figure.before || !figure.yearBefore) return null
  const lines = [
    { key: 'before', days: period.before, compared: figure.before },
    { key: 'yearBefore', days: period.yearBefore, compared: figure.yearBefore },
  ] as const
  return (
    <ScrollFrame label={t('compared')}>
      <table className={tables.numbers}>
        <caption>{t('compared')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('period')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('change')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, days, compared }) => (
            <tr key={key}>
              <th scope="row">
                {t(key)}: {format.date(days.from)} – {format.date(days.to)}
              </th>
              <td>{formatFigureValue(format, compared)}</td>
              <td>{changeOf(compared)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

/** What a figure is, and its numbers: by which rule, of which parts, against what. Without a choice there is no document of it. */
export const FigureExplanation = ({ figure, period, choice }: Props & { choice: FigureChoice | null }) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const mayPrint = usePermission('bt_Dashboard1', 'export')
  return (
    <Section
      title={t('explain')}
      description={t(`formulas.${figure.key}`, { from: format.date(period.from), to: format.date(period.to) })}
      state={
        <div className={classes.result}>
          <strong className={classes.sum}>{formatFigureValue(format, figure)}</strong>
          {mayPrint && choice && (
            <PdfButton
              endpoint={printFigure}
              sent={{ params: { figure: figure.key }, query: toFigureQuery(choice) }}
              file={`${t(`figures.${figure.key}`)} ${period.to}`}
            />
          )}
        </div>
      }
    >
      {period.isUntilNow && <p className={classes.moment}>{t('untilNow')}</p>}
      <div className={classes.tables}>
        <PartsTable figure={figure} />
        <ComparedTable figure={figure} period={period} />
      </div>
    </Section>
  )
}

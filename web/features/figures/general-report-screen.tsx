import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { exportGeneralReport, getGeneralReport, type QuarterCaptation } from '#contract/figures/general-reports.ts'
import { captationTypes } from '#contract/figures/keys.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FigureBody } from '#web/domain/figures/figure-body.tsx'
import bar from '#web/domain/figures/figure-choice.module.css'
import { toPersonQuery, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { SituationTable } from './situation-panel.tsx'

type Report = ResponseBody<typeof getGeneralReport>

/** A quarter, or 0 for the whole year. */
const periods = [0, 1, 2, 3, 4] as const
type Period = (typeof periods)[number]

/** How many years back can be chosen. */
const maxYearsBack = 10

const sumQuarters = (quarters: readonly QuarterCaptation[], key: 'gross' | 'out' | 'net'): string =>
  centsToAmount(quarters.reduce((sum, one) => sum + toCents(one[key]), 0n))

const getQuarterDays = (year: number, period: Period) =>
  period === 0
    ? { from: `${year}-01-01`, to: `${year}-12-31` }
    : {
        from: `${year}-${String(period * 3 - 2).padStart(2, '0')}-01`,
        to: `${year}-${String(period * 3).padStart(2, '0')}-${period === 2 || period === 3 ? '30' : '31'}`,
      }

type TableProps = { report: Report; period: Period; person: Record<string, string>; isOpening: boolean }

const CaptationTable = ({ report: { year, quarters }, period, person, isOpening }: TableProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const chosen = quarters.filter(({ quarter }) => period === 0 || quarter === period)
  const params = new URLSearchParams({ range: 'custom', ...getQuarterDays(year, period), ...person })
  const renderAmount = (figure: 'captation' | 'captationOut' | 'netCaptation', amount: string, type?: string) => {
    const query = new URLSearchParams([...params, ...(type ? [['part', type]] : [])])
    return renderLinkedAmount(format, amount, isOpening ? `/crm/cifras/${figure}?${query}` : null)
  }
  const renderCells = (own: readonly QuarterCaptation[], type?: string) => (
    <>
      <td>{renderAmount('captation', sumQuarters(own, 'gross'), type)}</td>
      <td>{renderAmount('captationOut', sumQuarters(own, 'out'), type)}</td>
      <td>{renderAmount('netCaptation', sumQuarters(own, 'net'), type)}</td>
    </>
  )
  return (
    <ScrollFrame label={t('general.captation')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('general.type')}</th>
            <th scope="col">{t('general.gross')}</th>
            <th scope="col">{t('general.out')}</th>
            <th scope="col">{t('general.net')}</th>
          </tr>
        </thead>
        <tbody>
          {captationTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{t(`parts.${type}`)}</th>
              {renderCells(
                chosen.filter((one) => one.type === type),
                type,
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {renderCells(chosen)}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

/** Captation of a year by quarter and type, and how the balance of the firm came from that of the year before. */
export default function GeneralReportScreen() {
  const { t } = useTranslation(['figures', 'list'])
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const mayExport = usePermission('bt_InformesGenerales', 'export')
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const thisYear = Number(today.slice(0, 4))
  const year = Number(params.get('year')) || thisYear
  const period = periods.find((known) => String(known) === params.get('quarter')) ?? 0
  const set = (name: string, value: string): void => change((next) => next.set(name, value))
  const query = { year, ...toPersonQuery(choice) }
  const result = useQuery({
    ...buildQueryOptions(getGeneralReport, { query }),
    placeholderData: keepPreviousData,
  })
  const { data } = result
  const scopeText = useScopeContext()
  const save = (): void =>
    startExport(exportGeneralReport, { query: { ...query, format: 'xlsx' } }, `${t('general.title')} ${year}.xlsx`)
  const person: Record<string, string> = choice.of ? { of: choice.of, view: choice.view } : {}
  const context = data && {
    who: scopeText(data.scope),
    from: format.date(data.from),
    to: format.date(data.through),
  }
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('general.title')}
        hasLongContext
        context={context ? t('context', context) : '\u00a0'}
        action={
          mayExport && (
            <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
              {t('list:export.xlsx')}
            </Button>
          )
        }
      >
        <div className={bar.choice}>
          <NativeSelect
            aria-label={t('general.year')}
            value={String(year)}
            data={Array.from({ length: maxYearsBack }, (_, back) => String(thisYear - back))}
            onChange={({ currentTarget }) => set('year', currentTarget.value)}
          />
          <ChoiceButtons
            label={t('general.quarter')}
            options={periods.map((value) => ({
              value: String(value),
              label: value === 0 ? t('general.wholeYear') : t('general.quarterOf', { quarter: value }),
            }))}
            value={String(period)}
            onPick={(value) => set('quarter', value)}
          />
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      <FigureBody result={result} tiles={0}>
        {(report) => (
          <>
            <Section title={t('general.captation')} description={t('general.captationLead')}>
              <CaptationTable report={report} period={period} person={person} isOpening={mayOpen} />
            </Section>
            <Section title={t('general.situation', { year })} description={t('situationLead')}>
              <SituationTable
                situation={report.situation}
                days={{ from: report.from, to: report.through }}
                params={new URLSearchParams({ range: 'custom', from: report.from, to: report.through, ...person })}
                isOpening={mayOpen}
              />
            </Section>
          </>
        )}
      </FigureBody>
    </div>
  )
}

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { type ExportFormat, exportFormats } from '#contract/core/list.ts'
import { exportPlaceFigures, getPlaceFigures, type placeDivisions, placeFileColumns } from '#contract/place-figures.ts'
import { getPlaceCountry } from '#rules/places.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FigureBody } from '#web/domain/figures/figure-body.tsx'
import bar from '#web/domain/figures/figure-choice.module.css'
import {
  type FigureChoice,
  hasDays,
  readFigureChoice,
  toFigureParams,
  toFigureQuery,
  useFigureChoice,
} from '#web/domain/figures/figure-choice.ts'
import { FigureChoiceBar } from '#web/domain/figures/figure-choice-bar.tsx'
import figureClasses from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { DivisionTable } from './division-table.tsx'
import { findMainCountry, listMappedCountries } from './place-lines.ts'
import { figureOfColumn, formatColumn, type PlaceMeasure, placeMeasures } from './place-measures.ts'
import { PlaceSection } from './place-section.tsx'

const placeQuery = (choice: FigureChoice) => buildQueryOptions(getPlaceFigures, { query: toFigureQuery(choice) })

/** Asks for the figures that the address names. */
export const prefetch = ({ searchParams }: URL): void => {
  const choice = readFigureChoice(searchParams)
  if (hasDays(choice)) void queryClient.prefetchQuery(placeQuery(choice))
}

type PlaceFigures = ResponseBody<typeof getPlaceFigures>
type Division = (typeof placeDivisions)[number]
type PartProps = { data: PlaceFigures; choice: FigureChoice; measure: PlaceMeasure }

/** Each kind of lines has the columns that its table shows. */
const listFileColumns = (by: Division): string[] =>
  placeFileColumns.filter((column) =>
    column === 'clients'
      ? by !== 'product'
      : column === 'country'
        ? by === 'place'
        : column === by || !isDivision(column),
  )
const isDivision = (column: string): boolean => ['place', 'channel', 'product'].includes(column)

const FileButtons = ({ by, choice, filterText }: { by: Division; choice: FigureChoice; filterText: string }) => {
  const { t } = useTranslation(['place-figures', 'list'])
  const mayExport = usePermission('bt_Dashboard2', 'export')
  if (!mayExport) return null
  const save = (format: ExportFormat): void =>
    startExport(
      exportPlaceFigures,
      { query: { ...toFigureQuery(choice), by, format, columns: listFileColumns(by).join(','), filterText } },
      `${t(`by.${by}`)}.${format}`,
    )
  return (
    <div className={layoutClasses.buttons}>
      {exportFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => save(format)}
        >
          {t(`list:export.${format}`)}
        </Button>
      ))}
    </div>
  )
}

/** All together, each opening its rows. */
const Totals = ({ data, choice }: Omit<PartProps, 'measure'>) => {
  const { t } = useTranslation(['place-figures', 'figures'])
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const { from, to } = data.period
  return (
    <ul className={figureClasses.tiles} aria-label={t('totals')}>
      {placeMeasures.map((measure) => {
        const name = t(`columns.${measure}`)
        const value = formatColumn(format, data.total, measure)
        const moment = measure === 'captation' ? 'range' : 'day'
        return (
          <li key={measure} className={figureClasses.tile}>
            <div className={figureClasses.tileHead}>
              <span className={figureClasses.name}>{name}</span>
              <span className={figureClasses.moment}>
                {t(`figures:moments.${moment}`, { from: format.date(from), to: format.date(to) })}
              </span>
            </div>
            {mayOpen ? (
              <Link
                className={figureClasses.value}
                to={`/crm/cifras/${figureOfColumn[measure]}?${toFigureParams(choice)}`}
                aria-label={t('figures:open', { figure: name, value })}
              >
                {value}
              </Link>
            ) : (
              <span className={figureClasses.value}>{value}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const Divisions = ({ data, choice, measure }: PartProps) => {
  const { t } = useTranslation('place-figures')
  const [params] = useSearchParams()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const mapped = listMappedCountries(data.places)
  const country = mapped.find((known) => known === params.get('country')) ?? findMainCountry(data.places)
  const place = params.get('place')
  const hrefWith = (changes: Record<string, string | null>): string => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next}`
  }
  const rows = mayOpen ? toFigureParams(choice) : null
  const context = usePlaceContext()(data)
  const { clients: _, ...productTotal } = data.total
  const common = { measure, params: rows }
  return (
    <>
      <Section
        title={t('by.place')}
        description={t('leads.place')}
        state={<FileButtons by="place" choice={choice} filterText={context} />}
      >
        <PlaceSection
          places={data.places}
          total={data.total}
          country={country}
          chosen={place && country && getPlaceCountry(place) === country ? place : null}
          hrefWith={hrefWith}
          {...common}
        />
      </Section>
      <Section
        title={t('by.channel')}
        description={t('leads.channel')}
        state={<FileButtons by="channel" choice={choice} filterText={context} />}
      >
        <DivisionTable
          title={t('by.channel')}
          heading={t('columns.channel')}
          groups={[
            {
              key: 'channels',
              lines: data.channels.map(({ channel, ...sums }) => ({
                key: channel,
                name: t(`channels.${channel}`),
                filter: { channel },
                sums,
              })),
            },
          ]}
          total={data.total}
          {...common}
        />
      </Section>
      <Section
        title={t('by.product')}
        description={t('leads.product')}
        state={<FileButtons by="product" choice={choice} filterText={context} />}
      >
        <DivisionTable
          title={t('by.product')}
          heading={t('columns.product')}
          groups={[
            {
              key: 'products',
              lines: data.products.map(({ product, ...sums }) => ({
                key: product.id,
                name: product.name,
                filter: { product: product.id },
                sums,
              })),
            },
          ]}
          total={productTotal}
          {...common}
        />
      </Section>
    </>
  )
}

const usePlaceContext = () => {
  const { t } = useTranslation('place-figures')
  const format = useFormatters()
  const scopeText = useScopeContext()
  return ({ scope, period: { from, to } }: PlaceFigures): string =>
    t('context', { who: scopeText(scope), from: format.date(from), to: format.date(to) })
}

/** The firm, a team or a person by where the clients live, by channel and by product. */
export default function PlaceFiguresScreen() {
  const { t } = useTranslation(['place-figures', 'figures', 'list'])
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const measure = placeMeasures.find((known) => known === params.get('measure')) ?? 'capital'
  const isComplete = hasDays(choice)
  const result = useQuery({
    ...placeQuery(choice),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = result
  const contextOf = usePlaceContext()
  return (
    <div className={figureClasses.screen} aria-busy={isPlaceholderData}>
      <PageHead title={t('title')} context={data ? contextOf(data) : '\u00a0'} hasLongContext>
        <FigureChoiceBar choice={choice} onChoose={choose} />
        <div className={bar.choice}>
          <ChoiceButtons
            label={t('measure')}
            options={placeMeasures.map((value) => ({ value, label: t(`columns.${value}`) }))}
            value={measure}
            onPick={(value) => change((next) => next.set('measure', value))}
          />
        </div>
      </PageHead>
      <FigureBody result={result} isComplete={isComplete} tiles={4}>
        {(figures) =>
          figures.places.length === 0 ? (
            <EmptyState title={t('none')} hint={t('noneHint')} />
          ) : (
            <>
              <Totals data={figures} choice={choice} />
              <Divisions data={figures} choice={choice} measure={measure} />
            </>
          )
        }
      </FigureBody>
    </div>
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { parseId } from '#contract/core/filter-check.ts'
import { exportProductFigures, getProductFigures, studySpans } from '#contract/figures/product-study.ts'
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
  toPersonQuery,
  useFigureChoice,
} from '#web/domain/figures/figure-choice.ts'
import { FigureDays, FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { getProductColor } from '#web/domain/product-color.ts'
import { ProductStudyTabs, productStudyPaths } from '#web/domain/product-study-tabs.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export/export-button.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { buildProductSeries, type ProductMeasure, productMeasures } from './product-series.ts'
import { type ProductStudyRow, ProductStudyTable } from './product-study-table.tsx'

type Study = ResponseBody<typeof getProductFigures>

const spans = [...studySpans, 'custom'] as const
type Span = (typeof spans)[number]

/** Days of one's own, or so many months back: a study of a week or of a month says nothing. */
const readSpan = (params: URLSearchParams, { range }: FigureChoice): Span =>
  range === 'custom' ? 'custom' : (studySpans.find((known) => known === params.get('months')) ?? '12')

const toStudyQuery = (params: URLSearchParams, choice: FigureChoice) => {
  const span = readSpan(params, choice)
  const { from, to } = choice
  return { ...toPersonQuery(choice), ...(span === 'custom' ? { ...(from && to && { from, to }) } : { months: span }) }
}

const studyQuery = (params: URLSearchParams, choice: FigureChoice) =>
  buildQueryOptions(getProductFigures, { query: toStudyQuery(params, choice) })

/** Asks for the study that the address names. */
export const prefetch = ({ searchParams }: URL): void => {
  const choice = readFigureChoice(searchParams)
  if (hasDays(choice) && !searchParams.has('v')) void queryClient.prefetchQuery(studyQuery(searchParams, choice))
}

type PartProps = { study: Study; person: Readonly<Record<string, string>>; isOpening: boolean }

const ProductsPart = ({ study, person, isOpening }: PartProps) => {
  const { t } = useTranslation(['product-figures', 'figures'])
  const [params] = useAddress()
  const days = { from: study.from, through: study.through }
  const buildHref = (id: string): string => {
    const own = new URLSearchParams(params)
    own.set('product', id)
    return `?${own}`
  }
  return (
    <Section title={t('table')} description={t('lead')}>
      <ProductStudyTable
        label={t('table')}
        heading={t('pick')}
        lines={study.products.map(({ product, months, ...figures }) => ({
          key: product.id,
          head: (
            <Link to={buildHref(product.id)} preventScrollReset>
              {product.name}
            </Link>
          ),
          days,
          productId: product.id,
          figures,
        }))}
        total={{ key: 'total', head: t('figures:total'), days, productId: null, figures: study.total }}
        person={person}
        isOpening={isOpening}
      />
    </Section>
  )
}

type MonthsProps = PartProps & { productId: string | null; onExport: (() => void) | undefined }

type ChartProps = Omit<MonthsProps, 'person' | 'isOpening'> & { measure: ProductMeasure }

const MonthsChart = ({ study, productId, measure, onExport }: ChartProps) => {
  const { t } = useTranslation(['product-figures', 'figures'])
  const format = useFormatters()
  return (
    <Chart
      title={t('chart', { measure: t(measure) })}
      pointHeading={t('figures:month')}
      points={study.months.map(({ from }, position) => ({
        position,
        label: `${from.slice(5, 7)}/${from.slice(2, 4)}`,
      }))}
      series={buildProductSeries(study.products, measure, productId).map(({ id, name, values }) => ({
        key: id ?? 'rest',
        name: name ?? t('figures:history.rest'),
        color: id === null ? 5 : getProductColor(id),
        values,
      }))}
      format={(value) => format.money(value)}
      onExport={onExport}
    />
  )
}

/** The months of one product, or of all of them together, as a chart and as a table. */
const MonthsPart = ({ study, productId, person, isOpening, onExport }: MonthsProps) => {
  const { t } = useTranslation(['product-figures', 'figures', 'product-studies'])
  const format = useFormatters()
  const [params, change] = useAddress()
  const measure = productMeasures.find((known) => known === params.get('measure')) ?? 'averageBalance'
  const chosen = study.products.find(({ product }) => product.id === productId)
  const { months, ...figures } = productId === null ? study.total : (chosen ?? study.total)
  const name = study.allProducts.find(({ id }) => id === productId)?.name ?? t('all')
  const set = (param: 'product' | 'measure', value: string): void =>
    change((next) => {
      if (value) next.set(param, value)
      else next.delete(param)
    })
  const lines: ProductStudyRow[] = study.months.map((days, at) => ({
    key: days.from,
    head: format.month(days.from),
    days,
    productId,
    figures: months[at]!,
  }))
  return (
    <Section title={t('byMonth', { product: name })}>
      <div className={bar.choice}>
        <NativeSelect
          className={classes.select!}
          label={t('pick')}
          value={productId ?? ''}
          data={[
            { value: '', label: t('all') },
            ...study.allProducts.map((product) => ({ value: product.id, label: product.name })),
          ]}
          onChange={({ currentTarget: { value } }) => set('product', value)}
        />
        <NativeSelect
          className={classes.select!}
          label={t('measure')}
          value={measure}
          data={productMeasures.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget: { value } }) => set('measure', value)}
        />
      </div>
      {productId !== null && !chosen ? (
        <p className={classes.moment}>{t('product-studies:variant.noRate', { product: name })}</p>
      ) : (
        <>
          <MonthsChart study={study} productId={productId} measure={measure} onExport={onExport} />
          <ProductStudyTable
            label={t('byMonth', { product: name })}
            heading={t('figures:month')}
            lines={lines.toReversed()}
            total={{
              key: 'total',
              head: t('figures:total'),
              days: { from: study.from, through: study.through },
              productId,
              figures,
            }}
            person={person}
            isOpening={isOpening}
          />
        </>
      )}
    </Section>
  )
}

/** What came into each product and left it, what stood in it, how long its accounts last and what of it stays. */
const StudyPage = () => {
  const { t } = useTranslation(['product-figures', 'figures', 'list'])
  const format = useFormatters()
  const mayExport = usePermission('bt_EstudioProductos', 'export')
  const isOpening = usePermission('bt_Dashboard1', 'view')
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const span = readSpan(params, choice)
  const isComplete = hasDays(choice)
  const result = useQuery({
    ...studyQuery(params, choice),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  const { data } = result
  const scopeText = useScopeContext()
  const chosenId = parseId(params.get('product')) ?? null
  const productId = data?.allProducts.some(({ id }) => id === chosenId) ? chosenId : null
  const pickSpan = (value: Span): void =>
    change((next) => {
      for (const name of ['from', 'to', 'months']) next.delete(name)
      next.set('range', value === 'custom' ? 'custom' : 'month')
      if (value !== 'custom') next.set('months', value)
    })
  const save = (by: 'product' | 'month', form: 'xlsx' | 'csv'): void =>
    startExport(
      exportProductFigures,
      {
        query: {
          ...toStudyQuery(params, choice),
          by,
          ...(by === 'month' && productId && { product: productId }),
          format: form,
        },
      },
      `${t('title')}.${form}`,
    )
  const person: Record<string, string> = choice.of ? { of: choice.of, view: choice.view } : {}
  const context = data && {
    who: scopeText(data.scope),
    from: format.date(data.from),
    to: format.date(data.through),
  }
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('title')}
        hasLongContext
        context={context && isComplete ? t('figures:context', context) : '\u00a0'}
        action={
          <div className={bar.days}>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('figures:print')}
            </Button>
            {mayExport && isComplete && <ExportButton onStart={(form) => save('product', form)} hasFixedColumns />}
          </div>
        }
      />
      <ProductStudyTabs current="figures" />
      <div className={bar.choice}>
        <ChoiceButtons
          label={t('spans.label')}
          options={spans.map((value) => ({ value, label: t(`spans.${value}`) }))}
          value={span}
          onPick={pickSpan}
        />
        {span === 'custom' && <FigureDays choice={choice} onChoose={choose} />}
        <FigurePersonPicker choice={choice} onChoose={choose} />
      </div>
      <FigureBody result={result} isComplete={isComplete} tiles={0}>
        {(study) =>
          study.products.length === 0 ? (
            <EmptyState title={t('figures:history.none')} hint={t('figures:rows.emptyHint')} />
          ) : (
            <>
              <ProductsPart study={study} person={person} isOpening={isOpening} />
              <MonthsPart
                study={study}
                productId={productId}
                person={person}
                isOpening={isOpening}
                onExport={mayExport ? () => save('month', 'xlsx') : undefined}
              />
            </>
          )
        }
      </FigureBody>
    </div>
  )
}

/** Links of before name a projection; who sees no clients has that one alone. */
export default function ProductStudyScreen() {
  const [params] = useAddress()
  const seesClients = usePermission('bt_Clientes', 'view')
  if (!seesClients || params.has('v')) return <Navigate to={`${productStudyPaths.projection}?${params}`} replace />
  return <StudyPage />
}

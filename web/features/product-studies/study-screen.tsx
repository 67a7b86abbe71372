import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconPrinter, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { ExportFormat } from '#contract/core/list.ts'
import {
  exportStudy,
  getStudyProducts,
  maxStudyVariants,
  type ProductStudy,
  printStudy,
  projectStudy,
  type StudyProduct,
  type StudyVariant,
} from '#contract/product-studies.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ProductStudyTabs } from '#web/domain/product-study-tabs.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ExportButton } from '#web/ui/export/export-button.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/use-focus-after-removal.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { DateControl } from '#web/ui/list/date-control.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import { GrowthChart, type GrowthLine } from './growth-chart.tsx'
import classes from './study.module.css'
import { buildDefaultVariant, parseStudy, toStudySearchParams } from './study-url.ts'
import { VariantFields } from './variant-fields.tsx'
import { VariantResults } from './variant-results.tsx'
import { YearTable } from './year-table.tsx'

type StudyProjection = ResponseBody<typeof projectStudy>

/** Asks for the products, and for the figures of the study that the address holds. */
export const prefetch = ({ searchParams }: URL): void => {
  void queryClient.prefetchQuery(buildQueryOptions(getStudyProducts, {}))
  const study = parseStudy(searchParams)
  if (study) void queryClient.prefetchQuery(buildQueryOptions(projectStudy, { body: study }))
}

/** The study with the day and the rates that its figures were reckoned with: whoever gets it sees the same ones. */
const withProjectedTerms = (study: ProductStudy, projectedStudy: StudyProjection | undefined): ProductStudy =>
  projectedStudy
    ? {
        startsOn: projectedStudy.startsOn,
        variants: study.variants.map((variant, at) => ({
          ...variant,
          rate: variant.rate ?? projectedStudy.variants[at]?.projection?.rate ?? null,
        })),
      }
    : study

/** Saves the study as a file, year by year. Undefined for who may not have files of it. */
const useStudyExport = (study: ProductStudy): ((format: ExportFormat) => void) | undefined => {
  const { t } = useTranslation('product-studies')
  const mayExport = usePermission('bt_EstudioProductos', 'export')
  const today = useSession((state) => state.session?.businessDate)
  if (!mayExport) return undefined
  return (format) => startExport(exportStudy, { query: { format }, body: study }, `${t('title')} ${today}.${format}`)
}

const StudyActions = ({
  study,
  studied: projectedStudy,
}: {
  study: ProductStudy
  studied: StudyProjection | undefined
}) => {
  const { t } = useTranslation('product-studies')
  const today = useSession((state) => state.session?.businessDate)
  const link = `${location.origin}/crm/EstudioProductos/proyeccion?${toStudySearchParams(withProjectedTerms(study, projectedStudy))}`
  const start = useStudyExport(study)
  return (
    <div className={classes.actions}>
      {/* Another study is another link: the word that says it was copied goes. */}
      <CopyButton key={link} text={link} label={t('copyLink')} />
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      {start && (
        <PdfButton
          endpoint={printStudy}
          sent={{ body: withProjectedTerms(study, projectedStudy) }}
          file={`${t('title')} ${today}`}
        />
      )}
      {start && <ExportButton onStart={start} hasFixedColumns />}
    </div>
  )
}

/** Of a study: what begins on no such day is a slip of the keys. */
const firstStudyDay = '1990-01-01'
const lastStudyDay = '2099-12-31'

const StudyStartDayField = ({
  startsOn,
  onChange,
}: {
  startsOn: string | undefined
  onChange: (day: string) => void
}) => {
  const { t } = useTranslation('product-studies')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [isOutOfRange, setOutOfRange] = useState(false)
  const change = (day: string): void => {
    const isUsable = day >= firstStudyDay && day <= lastStudyDay
    setOutOfRange(!isUsable)
    if (isUsable) onChange(day)
  }
  return (
    <div className={classes.day}>
      <DateControl
        label={t('startsOn')}
        value={startsOn ?? today}
        onChange={change}
        error={isOutOfRange ? t('variant.wrong.date') : undefined}
      />
    </div>
  )
}

type StudyVariantsProps = {
  study: ProductStudy
  products: readonly StudyProduct[]
  studied: StudyProjection | undefined
  onVariant: (at: number, some: Partial<StudyVariant>) => void
  onRemove: (at: number) => void
}

const StudyVariants = ({
  study: { variants },
  products,
  studied: projectedStudy,
  onVariant,
  onRemove,
}: StudyVariantsProps) => {
  const { t } = useTranslation('product-studies')
  return (
    <div className={classes.variants} data-count={variants.length}>
      {variants.map((variant, at) => {
        const answer = projectedStudy?.variants[at]
        const number = at + 1
        return (
          <Section
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place; where one is taken away, what was half typed goes with it
            key={`${variants.length}/${at}`}
            title={t('variant.title', { number })}
            state={
              variants.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  className={classes.remove ?? ''}
                  aria-label={t('variant.remove', { number })}
                  onClick={() => onRemove(at)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )
            }
          >
            <div className={classes.variant}>
              <VariantFields
                variant={variant}
                products={products}
                projectedVariant={answer}
                onChange={(some) => onVariant(at, some)}
              />
              <div className={classes.answer} aria-live="polite">
                {answer && <VariantResults variant={variant} projectedVariant={answer} />}
              </div>
            </div>
          </Section>
        )
      })}
    </div>
  )
}

const toGrowthLines = (study: ProductStudy, projectedStudy: StudyProjection): GrowthLine[] =>
  projectedStudy.variants.flatMap(({ product, projection }, at) =>
    projection
      ? [
          {
            number: at + 1,
            name: `${at + 1}. ${product.name}`,
            productId: product.id,
            amount: study.variants[at]!.amount,
            projection,
          },
        ]
      : [],
  )

const StudyYears = ({ lines, onExport }: { lines: readonly GrowthLine[]; onExport: (() => void) | undefined }) => {
  const { t } = useTranslation('product-studies')
  return (
    <>
      <Section title={t('growth.title')}>
        <GrowthChart lines={lines} onExport={onExport} />
      </Section>
      <Section title={t('years.title')}>
        <div className={classes.tables}>
          {lines.map(({ number, name, projection }) => (
            <YearTable key={number} title={name} projection={projection} />
          ))}
        </div>
      </Section>
    </>
  )
}

const StudyPage = ({ products }: { products: readonly StudyProduct[] }) => {
  const { t } = useTranslation(['product-studies', 'list'])
  const format = useFormatters()
  const [address, changeAddress] = useAddress()
  const read = (params: URLSearchParams): ProductStudy =>
    parseStudy(params) ?? { variants: [buildDefaultVariant(products[0]!)] }
  const study = read(address)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...buildQueryOptions(projectStudy, { body: study }),
    placeholderData: keepPreviousData,
  })
  // What was answered for other variants says nothing of these.
  const projectedStudy = data?.variants.length === study.variants.length ? data : undefined
  const add = useFocusAfterRemoval(study.variants.length)
  const change = (edit: (study: ProductStudy) => ProductStudy, replace = true): void =>
    changeAddress((params) => toStudySearchParams(edit(read(params))), { replace })
  const lines = projectedStudy ? toGrowthLines(study, projectedStudy) : []
  const exportAs = useStudyExport(study)
  // Drawn with its first figures: what came a moment later would push the fields down.
  if (!data && !error) return <RecordSkeleton label={t('list:loading')} tiles={3} />
  return (
    <div className={layoutClasses.stack} aria-busy={(!projectedStudy && !error) || isPlaceholderData}>
      <PageHead
        title={t('title')}
        context={data ? t('context', { date: format.date(data.startsOn) }) : '\u00a0'}
        action={<StudyActions study={study} studied={isPlaceholderData ? undefined : projectedStudy} />}
      />
      <ProductStudyTabs current="projection" />
      <div className={classes.bar}>
        <StudyStartDayField
          startsOn={study.startsOn}
          onChange={(startsOn) => change((now) => ({ ...now, startsOn }))}
        />
        {study.variants.length < maxStudyVariants && (
          <Button
            ref={add}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => change((now) => ({ ...now, variants: [...now.variants, now.variants.at(-1)!] }), false)}
          >
            {t('add')}
          </Button>
        )}
      </div>
      <StudyVariants
        study={study}
        products={products}
        studied={projectedStudy}
        onVariant={(at, some) =>
          change((now) => ({
            ...now,
            variants: now.variants.map((variant, place) => (place === at ? { ...variant, ...some } : variant)),
          }))
        }
        onRemove={(at) => change((now) => ({ ...now, variants: now.variants.toSpliced(at, 1) }), false)}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {lines.length > 0 && !error && <StudyYears lines={lines} onExport={exportAs && (() => exportAs('xlsx'))} />}
    </div>
  )
}

/** Leads whoever may to the products. */
const NothingToStudy = () => {
  const { t } = useTranslation(['product-studies', 'shell'])
  const mayChange = usePermission('bt_Productos', 'edit')
  return (
    <EmptyState
      title={t('noProducts')}
      hint={t('noProductsHint')}
      action={
        mayChange && (
          <Button component={Link} to="/crm/Productos">
            {t('shell:screens.products')}
          </Button>
        )
      }
    />
  )
}

/** What money would earn in a product: up to three variants beside each other, year by year. The address holds all of it. */
export default function StudyScreen() {
  const { t } = useTranslation(['product-studies', 'list'])
  const { data, error, refetch } = useQuery(buildQueryOptions(getStudyProducts, {}))
  if (data && data.products.length > 0) return <StudyPage products={data.products} />
  if (!data && !error) return <RecordSkeleton label={t('list:loading')} tiles={3} />
  return (
    <div className={layoutClasses.stack}>
      <PageHead title={t('title')} />
      <ProductStudyTabs current="projection" />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <NothingToStudy />}
    </div>
  )
}

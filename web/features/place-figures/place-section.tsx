import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { PlaceLine, PlaceSums } from '#contract/place-figures.ts'
import { findPlaceName, type MappedCountry } from '#rules/places.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { getClassColor } from '#web/ui/chart/chart-colors.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'
import textClasses from '#web/ui/text.module.css'
import { DivisionTable } from './division-table.tsx'
import { MapLegend } from './map-legend.tsx'
import { buildViewBox, mapSizes } from './map-sizes.ts'
import { findClassStarts, findColorClass, getPaletteIndex } from './place-classes.ts'
import classes from './place-figures.module.css'
import { arrangePlaces, listMappedCountries } from './place-lines.ts'
import type { MapRegion } from './place-map.tsx'
import {
  calculateShare,
  figureOfColumn,
  formatColumn,
  type PlaceMeasure,
  placeFigureColumns,
  toColorClassValue,
  toUnits,
} from './place-measures.ts'

const maps = {
  ES: lazy(() => import('./spain-map.tsx')),
  PT: lazy(() => import('./portugal-map.tsx')),
  MX: lazy(() => import('./mexico-map.tsx')),
} as const satisfies Record<MappedCountry, unknown>

const nothing: PlaceSums = { clients: 0, accounts: 0, capital: '0.00', balance: '0.00', captation: '0.00' }

type Props = {
  places: readonly PlaceLine[]
  total: PlaceSums
  country: MappedCountry | null
  chosen: string | null
  measure: PlaceMeasure
  /** Of whom and of when, for the addresses of rows; null where the person may not open them. */
  params: URLSearchParams | null
  /** The address of this screen with other parameters; null takes one away. */
  hrefWith: (changes: Record<string, string | null>) => string
}

const ChosenPlace = ({ places, chosen, country, params, hrefWith }: Props & { chosen: string }) => {
  const { t } = useTranslation('place-figures')
  const format = useFormatters()
  const nameCountry = useCountryName()
  const sums = places.find(({ place }) => place === chosen) ?? nothing
  const name = findPlaceName(chosen) ?? t('unknown')
  return (
    <section className={classes.chosen} aria-label={name}>
      <div className={classes.chosenHead}>
        <strong>{t('chosen', { place: name, country: nameCountry(country ?? chosen.slice(0, 2)) })}</strong>
        <Button component={Link} variant="subtle" size="compact-sm" to={hrefWith({ place: null })} preventScrollReset>
          {t('clear')}
        </Button>
      </div>
      <dl>
        {placeFigureColumns.map((column) => {
          const figure = t(`columns.${column}`)
          const value = formatColumn(format, sums, column)
          const query = params && new URLSearchParams([...params, ['place', chosen]])
          return (
            <div key={column}>
              <dt>{figure}</dt>
              <dd>
                {query && toUnits(sums, column) !== 0n ? (
                  <Link
                    to={`/crm/cifras/${figureOfColumn[column]}?${query}`}
                    aria-label={t('openRows', { figure, place: name, value })}
                  >
                    {value}
                  </Link>
                ) : (
                  value
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

const CountryMap = (props: Props & { country: MappedCountry }) => {
  const { places, total, country, chosen, measure, hrefWith } = props
  const { t } = useTranslation(['place-figures', 'list'])
  const format = useFormatters()
  const nameCountry = useCountryName()
  const sumsOf = new Map(places.map((line) => [line.place, line]))
  const known = places.filter(({ place }) => place.startsWith(country) && findPlaceName(place) !== undefined)
  const starts = findClassStarts(known.map((line) => toColorClassValue(line, measure)))
  const regionOf = (place: string): MapRegion => {
    const sums = sumsOf.get(place) ?? nothing
    const name = findPlaceName(place) ?? place
    const value = formatColumn(format, sums, measure)
    const share = calculateShare(toUnits(sums, measure), toUnits(total, measure))
    const at = findColorClass(toColorClassValue(sums, measure), starts)
    return {
      name,
      label: t('region', { place: name, value }),
      value,
      share: share === null ? null : format.decimal(share),
      color: at === null ? 'var(--surface)' : getClassColor(getPaletteIndex(at, starts)),
      href: hrefWith({ place: place === chosen ? null : place }),
    }
  }
  const Drawing = maps[country]
  return (
    <figure className={classes.figure}>
      <Suspense
        fallback={
          <div className={classes.map} role="status" aria-label={t('list:loading')}>
            <svg className={classes.skeleton} viewBox={buildViewBox(mapSizes[country])} aria-hidden />
          </div>
        }
      >
        <Drawing
          label={t('map', { measure: t(`columns.${measure}`), country: nameCountry(country) })}
          regionOf={regionOf}
          chosen={chosen}
        />
      </Suspense>
      <MapLegend measure={measure} starts={starts} />
      {chosen && <ChosenPlace {...props} chosen={chosen} />}
      <figcaption className={textClasses.quiet}>
        {t('mapHint')} {t(`sources.${country}`)}
      </figcaption>
    </figure>
  )
}

/** Where the clients live: a map of a country beside its lines, those of the other countries, and all together. */
export const PlaceSection = (props: Props) => {
  const { places, total, country, chosen, measure, params, hrefWith } = props
  const { t } = useTranslation('place-figures')
  const nameCountry = useCountryName()
  const mapped = listMappedCountries(places)
  const { own, ownSum, others } = arrangePlaces(places, country, measure)
  const unknown = country ? t(`unknownIn.${country}`) : t('unknown')
  const lines = own.map((line) => {
    const name = findPlaceName(line.place)
    return {
      key: line.place,
      name: name ? (
        <Link to={hrefWith({ place: line.place === chosen ? null : line.place })} preventScrollReset>
          {name}
        </Link>
      ) : (
        unknown
      ),
      filter: { place: line.place },
      sums: line,
      ...(line.place === chosen && { kind: 'chosen' as const }),
    }
  })
  const ownLine = country &&
    ownSum && [
      { key: country, name: nameCountry(country), filter: { place: country }, sums: ownSum, kind: 'sum' as const },
    ]
  const otherLines = others.map(({ country: other, ...sums }) => {
    const tab = mapped.find((one) => one === other)
    return {
      key: other,
      name: tab ? (
        <Link to={hrefWith({ country: tab, place: null })} preventScrollReset>
          {nameCountry(other)}
        </Link>
      ) : (
        nameCountry(other)
      ),
      filter: { place: other },
      sums,
    }
  })
  return (
    <>
      {mapped.length > 1 && country && (
        <SectionTabs
          label={t('columns.country')}
          parts={mapped.map((one) => ({
            key: one,
            name: nameCountry(one),
            href: hrefWith({ country: one, place: null }),
          }))}
          current={country}
        />
      )}
      <div className={classes.columns}>
        {country && <CountryMap {...props} country={country} />}
        <DivisionTable
          title={t('by.place')}
          heading={country ? t(`regions.${country}`) : t('columns.country')}
          groups={[
            ...(country ? [{ key: 'own', lines: [...lines, ...(ownLine ?? [])] }] : []),
            ...(otherLines.length > 0
              ? [{ key: 'others', ...(country && { heading: t('otherCountries') }), lines: otherLines }]
              : []),
          ]}
          total={total}
          measure={measure}
          params={params}
        />
      </div>
    </>
  )
}

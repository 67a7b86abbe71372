import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildViewBox, type MapSize } from './map-sizes.ts'
import { findNextPlace } from './next-place.ts'
import type { CountryOutline } from './outline.ts'
import classes from './place-figures.module.css'

/** What a part of the country shows. */
export type MapRegion = {
  name: string
  /** In words: 'Madrid: 1.200,00 €'. */
  label: string
  value: string
  share: string | null
  color: string
  href: string
}

export type PlaceMapProps = {
  label: string
  /** By its place; every shape has one. */
  regionOf: (place: string) => MapRegion
  chosen: string | null
}

type Props = PlaceMapProps & { size: MapSize; outline: CountryOutline }

type Pointed = { place: string; x: number; y: number }

/**
 * A country in its parts, each a link that chooses it. The keyboard stops once: arrows go to the nearest part in their direction, and a name stands
 * beside the one that is pointed at.
 */
export const PlaceMap = ({ size, outline, label, regionOf, chosen }: Props) => {
  const { t } = useTranslation('place-figures')
  const frame = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const entry = [chosen, current].find((place) => outline.shapes.some((shape) => shape.place === place))
  const listLinks = () => [...(frame.current?.querySelectorAll<SVGAElement>('a[data-place]') ?? [])]
  const point = (place: string, link: Element): void => {
    const box = link.getBoundingClientRect()
    const around = frame.current?.getBoundingClientRect() ?? box
    setPointed({ place, x: box.left + box.width / 2 - around.left, y: box.top - around.top })
  }
  const move = (event: KeyboardEvent<Element>, place: string): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const links = listLinks()
    const next = findNextPlace(
      links.map((link) => ({ place: link.dataset.place ?? '', box: link.getBoundingClientRect() })),
      place,
      event.key,
    )
    if (!next) return
    event.preventDefault()
    links.find((link) => link.dataset.place === next)?.focus()
  }
  const shown = pointed && regionOf(pointed.place)
  // What is drawn last lies on top: the edge of the chosen and of the pointed part isn't hidden by its neighbours.
  const edges = [
    { place: chosen, kind: 'chosen' },
    { place: pointed?.place ?? null, kind: 'pointed' },
  ]
  return (
    <div ref={frame} className={classes.map}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and no drawing */}
      <svg viewBox={buildViewBox(size)} role="group" aria-label={label}>
        {outline.insets.map(({ x, y, width, height }) => (
          <rect key={`${x} ${y}`} className={classes.inset} x={x} y={y} width={width} height={height} />
        ))}
        {outline.shapes.map(({ place, path }, at) => {
          const region = regionOf(place)
          const isEntry = entry ? entry === place : at === 0
          return (
            <Link
              key={place}
              to={region.href}
              preventScrollReset
              data-place={place}
              className={classes.region}
              tabIndex={isEntry ? 0 : -1}
              aria-label={region.label}
              aria-current={place === chosen ? 'true' : undefined}
              onFocus={({ currentTarget }) => {
                setCurrent(place)
                point(place, currentTarget)
              }}
              onBlur={() => setPointed(null)}
              onPointerEnter={({ currentTarget }) => point(place, currentTarget)}
              onPointerLeave={() => setPointed(null)}
              onKeyDown={(event) => move(event, place)}
            >
              <path d={path} style={{ fill: region.color }} />
            </Link>
          )
        })}
        {edges.map(({ place, kind }) => {
          const shape = outline.shapes.find((one) => one.place === place)
          return shape && <path key={kind} className={classes.edge} data-kind={kind} d={shape.path} />
        })}
      </svg>
      {pointed && shown && (
        <p className={classes.tip} style={{ left: pointed.x, top: pointed.y }} aria-hidden>
          <strong>{shown.name}</strong>
          <span>{shown.value}</span>
          {shown.share !== null && <span>{t('regionShare', { share: shown.share })}</span>}
        </p>
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { type DayTile, getMyDay } from '#contract/my-day.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { moveRowFocus } from '#web/ui/list/row-focus.ts'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { getExpectedTiles, rememberTiles } from './day-shape.ts'
import { Tile, TilePlace } from './day-tile.tsx'
import classes from './my-day.module.css'
import { TileColumns } from './tile-columns.tsx'
import { TourOffer } from './tour-offer.tsx'

const dayQuery = buildQueryOptions(getMyDay, {})

/** Asks for all tiles at once. */
export const prefetch = (): void => void queryClient.prefetchQuery(dayQuery)

const useViewer = () => {
  const username = useSession((state) => state.user?.username ?? '')
  const role = useSession((state) => state.session?.role ?? 'user')
  return { username, role }
}

/** Keeps the room of the tiles until they are there. */
const TilePlaces = () => {
  const { t } = useTranslation('common')
  const { username, role } = useViewer()
  const tiles = useMemo(() => getExpectedTiles(username, role), [username, role])
  return (
    <TileColumns
      role="status"
      aria-label={t('loading')}
      tiles={tiles}
      renderTile={(tile) => <TilePlace key={tile.key} tile={tile} />}
    />
  )
}

/** How tall a tile is on the page. */
const measureTile = (key: string): number =>
  document.querySelector<HTMLElement>(`[data-tile="${key}"]`)?.offsetHeight ?? 0

/** The tiles of the day, whose rows are reached by the keys of lists. How tall they are is kept for the next time. */
const DayTiles = ({ tiles }: { tiles: readonly DayTile[] }) => {
  const { username, role } = useViewer()
  const shapes = useMemo(() => tiles.map((tile) => ({ key: tile.key, rows: tile.rows.length, tile })), [tiles])
  useEffect(() => {
    let isShown = true
    const remember = (): void => {
      const drawn = shapes.map(({ key, rows }) => ({ key, rows, height: measureTile(key) }))
      if (isShown) rememberTiles(username, role, drawn)
    }
    // Words take other lines in another font.
    void document.fonts.ready.then(remember)
    return () => {
      isShown = false
    }
  }, [username, role, shapes])
  const area = useRef<HTMLDivElement>(null)
  useKeyBindings({ j: () => moveRowFocus(area.current, 1), k: () => moveRowFocus(area.current, -1) })
  return (
    <div ref={area}>
      <TileColumns tiles={shapes} renderTile={({ key, tile }) => <Tile key={key} tile={tile} />} />
    </div>
  )
}

/** What one begins the day with: what comes up this week, what waits, and for whom. */
export default function MyDayScreen() {
  const { t } = useTranslation('my-day')
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? null)
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const { data, error, isError, refetch } = useQuery(dayQuery)
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('title')}
        context={t('context', { date: format.date(today) })}
        action={
          maySeeClients && (
            <Button component={Link} to="/clientes" variant="default">
              {t('clients')}
            </Button>
          )
        }
      />
      <TourOffer />
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <TilePlaces />}
      {data && <DayTiles tiles={data.tiles} />}
    </div>
  )
}

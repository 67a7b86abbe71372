import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { type DayTile, getDayList, getDayWeek, getMyDay } from '#contract/my-day.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery, buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { moveRowFocus } from '#web/ui/list/row-focus.ts'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { DayList } from './day-list.tsx'
import { getExpectedDayShape, storeDayShape } from './day-shape.ts'
import { Tile, TilePlace } from './day-tile.tsx'
import { DayWeek } from './day-week.tsx'
import classes from './my-day.module.css'
import { TileColumns } from './tile-columns.tsx'
import { TourOffer } from './tour-offer.tsx'

const dayQuery = buildQueryOptions(getMyDay, {})
const listQuery = buildPartQuery(getDayList, {})
const weekQuery = buildPartQuery(getDayWeek, {})

/** Asks for all parts at once. */
export const prefetch = (): void => {
  void queryClient.prefetchQuery(dayQuery)
  void queryClient.prefetchQuery(listQuery)
  void queryClient.prefetchQuery(weekQuery)
}

const useViewer = () => {
  const username = useSession((state) => state.user?.username ?? '')
  const role = useSession((state) => state.session?.role ?? 'user')
  return { username, role }
}

/** How tall a part is on the page. */
const measureTile = (key: string): number =>
  document.querySelector<HTMLElement>(`[data-tile="${key}"]`)?.offsetHeight ?? 0

/** Once all parts are drawn, how tall they are is kept for the next time. */
const useRememberedShape = (tiles: readonly DayTile[] | undefined): void => {
  const { username, role } = useViewer()
  useEffect(() => {
    let isShown = true
    const remember = (): void => {
      if (!isShown || !tiles) return
      const drawn = tiles.map(({ key, rows }) => ({ key, rows: rows.length, height: measureTile(key) }))
      storeDayShape(username, role, { list: measureTile('list'), week: measureTile('week'), tiles: drawn })
    }
    // Words take other lines in another font.
    void document.fonts.ready.then(remember)
    return () => {
      isShown = false
    }
  }, [username, role, tiles])
}

/** A part to come, as tall as it was last. */
const PartPlace = ({ title, height }: { title: string; height: number }) => (
  <div className={classes.tile} style={{ height }} data-place aria-hidden>
    <span className={classes.name}>{title}</span>
  </div>
)

/** What one begins the day with: what to do, what the week brings, and what waits. All rows are reached by the keys of lists. */
export default function MyDayScreen() {
  const { t } = useTranslation(['my-day', 'common'])
  const format = useFormatters()
  const { username, role } = useViewer()
  const today = useSession((state) => state.session?.businessDate ?? null)
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const day = useQuery(dayQuery)
  const list = useQuery(listQuery)
  const week = useQuery(weekQuery)
  const expected = useMemo(() => getExpectedDayShape(username, role), [username, role])
  const restDays = useMemo(
    () => new Set((week.data?.days ?? []).filter(({ isRest }) => isRest).map(({ on }) => on)),
    [week.data],
  )
  const tiles = useMemo(
    () => day.data?.tiles.map((tile) => ({ key: tile.key, rows: tile.rows.length, tile })),
    [day.data],
  )
  // All parts at once, so that none of them moves another.
  const isSettled = [day, list, week].every(({ isPending }) => !isPending)
  useRememberedShape(list.data && week.data && day.data?.tiles)
  const area = useRef<HTMLDivElement>(null)
  useKeyBindings({ j: () => moveRowFocus(area.current, 1), k: () => moveRowFocus(area.current, -1) })
  return (
    <div ref={area} className={classes.screen}>
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
      {isSettled ? (
        <div key="parts" className={classes.plan}>
          {list.data ? (
            <DayList list={list.data} restDays={restDays} />
          ) : (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          )}
          <div className={layoutClasses.stack}>
            {week.data ? (
              <DayWeek week={week.data} />
            ) : (
              <ErrorState error={week.error} onRetry={() => void week.refetch()} />
            )}
            {tiles ? (
              <TileColumns tiles={tiles} renderTile={({ key, tile }) => <Tile key={key} tile={tile} />} />
            ) : (
              <ErrorState error={day.error} onRetry={() => void day.refetch()} />
            )}
          </div>
        </div>
      ) : (
        <div key="places" role="status" aria-label={t('common:loading')} className={classes.plan}>
          <PartPlace title={t('list.title')} height={expected.list} />
          <div className={layoutClasses.stack}>
            {expected.week > 0 && <PartPlace title={t('week.title')} height={expected.week} />}
            <TileColumns tiles={expected.tiles} renderTile={(tile) => <TilePlace key={tile.key} tile={tile} />} />
          </div>
        </div>
      )}
    </div>
  )
}

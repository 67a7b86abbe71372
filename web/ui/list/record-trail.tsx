import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useFormatters } from '#web/core/format.ts'
import classes from './list-view.module.css'
import { useKeyBindings } from './use-key-bindings.ts'

type ListTrail = {
  /** Addresses of the rows on the page of the list that was last in sight. */
  hrefs: readonly string[]
  page: number
  pageSize: number
  total: number
  load: (page: number) => Promise<string[]>
}

// Of this tab, since its start: who opened a record otherwise has no list to walk along.
let currentTrail: ListTrail | undefined

/** Keeps the rows in sight, so that a record opened from them knows its neighbours. */
export const setCurrentTrail = (seen: ListTrail): void => {
  currentTrail = seen
}

const findNeighbourHref = async (now: ListTrail, index: number): Promise<string | undefined> => {
  const href = now.hrefs[index]
  if (href) return href
  const page = now.page + (index < 0 ? -1 : 1)
  const hrefs = await now.load(page)
  currentTrail = { ...now, hrefs, page }
  return index < 0 ? hrefs.at(-1) : hrefs[0]
}

/** Previous and next record of the list that this one was opened from, by button and by [ and ]. Nothing without such a list. */
export const RecordNavigation = () => {
  const { t } = useTranslation('list')
  const format = useFormatters()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const now = currentTrail
  const index = now?.hrefs.indexOf(pathname) ?? -1
  const at = now && index >= 0 ? (now.page - 1) * now.pageSize + index + 1 : 0
  const canGo = { back: at > 1, on: at > 0 && at < (now?.total ?? 0) }
  const go = async (to: number): Promise<void> => {
    const href = now && (await findNeighbourHref(now, to).catch(() => undefined))
    // Takes this record's place in the history: going back leads to the list.
    if (href) void navigate(href, { replace: true })
  }
  const back = (): void => void (canGo.back && go(index - 1))
  const on = (): void => void (canGo.on && go(index + 1))
  useKeyBindings({ '[': back, ']': on })
  if (!now || at === 0) return null
  return (
    <div className={classes.trail}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('trail.previous')}
        title={`${t('trail.previous')}  [`}
        disabled={!canGo.back}
        onClick={back}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span>{t('trail.at', { at: format.number(at), total: format.number(now.total) })}</span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('trail.next')}
        title={`${t('trail.next')}  ]`}
        disabled={!canGo.on}
        onClick={on}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  )
}

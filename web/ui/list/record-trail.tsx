import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
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

/** Where the record in sight stands in the list that it was opened from; undefined without such a list. Its neighbours are undefined at either end. */
export const useRecordTrail = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const now = currentTrail
  const index = now?.hrefs.indexOf(pathname) ?? -1
  if (!now || index < 0) return undefined
  const position = (now.page - 1) * now.pageSize + index + 1
  const openAt = async (to: number): Promise<void> => {
    const href = await findNeighbourHref(now, to).catch(() => undefined)
    // Takes this record's place in the history: going back leads to the list.
    if (href) void navigate(href, { replace: true })
  }
  return {
    position,
    total: now.total,
    openPrevious: position > 1 ? () => void openAt(index - 1) : undefined,
    openNext: position < now.total ? () => void openAt(index + 1) : undefined,
  }
}

/** Previous and next record of the list that this one was opened from, by button and by [ and ]. Nothing without such a list. */
export const RecordNavigation = () => {
  const { t } = useTranslation('list')
  const format = useFormatters()
  const trail = useRecordTrail()
  useKeyBindings({
    ...(trail?.openPrevious && { '[': trail.openPrevious }),
    ...(trail?.openNext && { ']': trail.openNext }),
  })
  if (!trail) return null
  const { position, total, openPrevious, openNext } = trail
  return (
    <div className={classes.trail}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('trail.previous')}
        title={`${t('trail.previous')}  [`}
        disabled={!openPrevious}
        onClick={openPrevious}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span>{t('trail.at', { at: format.number(position), total: format.number(total) })}</span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('trail.next')}
        title={`${t('trail.next')}  ]`}
        disabled={!openNext}
        onClick={openNext}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  )
}

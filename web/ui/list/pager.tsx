import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { pageSizes } from '#contract/core/list.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { defaultPageSize, type ListState } from './list-url-state.ts'
import classes from './list-view.module.css'
import { parsePageNumber } from './parse-page-number.ts'
import type { ChangeList } from './use-list-state.ts'

type Props = {
  state: ListState
  change: ChangeList
  /** Rows on this page. */
  rowsOnPage: number
  /** Unknown until the count has come. */
  total: number | undefined
  pages: number | undefined
  /** Called when the pointer or the focus comes near a page. */
  onNear: (page: number) => void
  /** What else can be done with the list. */
  hint?: string
}

/** 'Showing N of M entries', the way to any page, and how many rows one has. Nothing of it where one page holds all. */
export const Pager = ({ state, change, rowsOnPage, total, pages, onNear, hint }: Props) => {
  const { t } = useTranslation('list')
  const format = useFormatters()
  const [typed, setTyped] = useState(String(state.page))
  const [wrong, setWrong] = useState(false)
  const [isResized, setResized] = useState(false)
  useEffect(() => setTyped(String(state.page)), [state.page])

  const go = (page: number): void => change((now) => ({ ...now, page }))
  const takeBack = (): void => {
    setTyped(String(state.page))
    setWrong(false)
  }
  const goTyped = (): void => {
    const typedPageNumber = parsePageNumber(typed)
    setWrong(typedPageNumber === null)
    if (typedPageNumber === null) return
    const page = Math.min(typedPageNumber, pages ?? state.page)
    setTyped(String(page))
    if (page !== state.page) go(page)
  }
  const leaveTyped = (): void => {
    if (parsePageNumber(typed) === null) takeBack()
    else goTyped()
  }
  const step = (label: string, page: number, Icon: ComponentType<{ size: number }>, possible: boolean) => (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      disabled={!possible}
      onClick={() => go(page)}
      onPointerEnter={() => possible && onNear(page)}
      onFocus={() => possible && onNear(page)}
    >
      <Icon size={16} />
    </ActionIcon>
  )
  const back = state.page > 1
  const on = pages !== undefined && state.page < pages
  // Whoever has just chosen how many rows a page has may choose again. A first page that isn't full has all rows, before they are counted: a
  // pager until then would go again, and what stands under it would jump.
  const isNeeded = isResized || back || (total ?? rowsOnPage + 1) > Math.min(state.pageSize, defaultPageSize)
  if (!isNeeded) return hint ? <p className={classes.hint}>{hint}</p> : null
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <p className={classes.showing} role="status">
        {total !== undefined && t('showing', { shown: format.number(rowsOnPage), total: format.number(total) })}
      </p>
      {hint && <p className={classes.hint}>{hint}</p>}
      <NativeSelect
        className={classes.size}
        aria-label={t('pager.size')}
        title={t('pager.size')}
        size="xs"
        value={state.pageSize}
        data={pageSizes.map(String)}
        onChange={({ currentTarget }) => {
          const pageSize = Number(currentTarget.value)
          setResized(true)
          change((now) => ({ ...now, pageSize, page: 1 }))
        }}
      />
      <div className={classes.steps}>
        {step(t('pager.first'), 1, IconChevronsLeft, back)}
        {step(t('pager.previous'), state.page - 1, IconChevronLeft, back)}
        <TextInput
          className={classes.goTo}
          aria-label={t('pager.goTo')}
          title={t('pager.goTo')}
          size="xs"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={typed}
          error={wrong}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setWrong(false)
          }}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={leaveTyped}
          onKeyDown={({ key }) => key === 'Enter' && goTyped()}
        />
        <span className={classes.of} role={wrong ? 'alert' : undefined}>
          {pages !== undefined && t(wrong ? 'pager.wrong' : 'pager.of', { pages: format.number(pages) })}
        </span>
        {step(t('pager.next'), state.page + 1, IconChevronRight, on)}
        {step(t('pager.last'), pages ?? state.page, IconChevronsRight, on)}
      </div>
    </nav>
  )
}

import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import type { AnyColumn, AnyRow } from './list-types.ts'

/** Comes with the first record that is looked at. */
const LazyPeekPanel = lazy(() => import('./peek-panel.tsx'))

const peekParam = 'peek'

/** Writes it beside the router: a list that is looked through keeps its place and its rows. */
const writePeekAddress = (id: string | null): void => {
  const url = new URL(location.href)
  if (id === null) url.searchParams.delete(peekParam)
  else url.searchParams.set(peekParam, id)
  history.replaceState(history.state, '', url)
}

type Options = {
  frame: RefObject<HTMLElement | null>
  rows: readonly AnyRow[] | undefined
  /** What is shown of a row; undefined where the list offers none. */
  content: ComponentType<{ row: AnyRow }> | undefined
  buildHref: ((row: AnyRow) => string) | undefined
}

type Peek = {
  /** The button of each row; undefined where the list offers none. */
  column: AnyColumn | undefined
  /** Shows the record of the focused row, or closes it. */
  toggle: () => void
  /** Shows the record of the row that has the focus now, where one is shown already. */
  follow: () => void
  panel: ReactNode
}

/** The columns with the button of each row before what can be done with it. */
export const withPeekColumn = (columns: readonly AnyColumn[], peek: AnyColumn | undefined): readonly AnyColumn[] =>
  peek
    ? [...columns.filter(({ isActions }) => !isActions), peek, ...columns.filter(({ isActions }) => isActions)]
    : columns

/** The button of each row; undefined where the list offers none. The focus goes to the row, from where j and k go on. */
const usePeekColumn = (isOffered: boolean, setId: (id: string) => void): AnyColumn | undefined => {
  const { t } = useTranslation('list')
  const label = t('peek.open')
  return useMemo((): AnyColumn | undefined => {
    if (!isOffered) return undefined
    const open = (rowId: string, button: HTMLElement): void => {
      setId(rowId)
      writePeekAddress(rowId)
      button.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.focus()
    }
    return {
      key: 'peek',
      label,
      isActions: true,
      cell: (_: never, row: AnyRow) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={-1}
          aria-label={label}
          title={`${label}  p`}
          onClick={({ currentTarget }) => open(String(row.id), currentTarget)}
        >
          <IconLayoutSidebarRight size={16} />
        </ActionIcon>
      ),
    }
  }, [isOffered, label, setId])
}

/** A record of the list beside it, without leaving it: by the key p, or by the button of its row. The address keeps which. */
export const usePeek = ({ frame, rows, content: Content, buildHref }: Options): Peek => {
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [id, setId] = useState(() => new URLSearchParams(location.search).get(peekParam))
  const isOffered = Content !== undefined && !isPhone
  const getLinks = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const findFocused = (): string | undefined => {
    const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]')
    const found = row && rows?.[getLinks().indexOf(row)]
    return found ? String(found.id) : undefined
  }
  const show = (next: string | null): void => {
    setId(next)
    writePeekAddress(next)
  }
  const focusRow = (rowId: string): void => {
    const at = rows?.findIndex((row) => String(row.id) === rowId) ?? -1
    getLinks()[at]?.focus()
  }
  const close = (): void => {
    if (id !== null) focusRow(id)
    show(null)
  }
  const column = usePeekColumn(isOffered, setId)
  const row = id === null ? undefined : rows?.find((one) => String(one.id) === id)
  return {
    column,
    toggle: () => {
      const focused = findFocused()
      if (!isOffered) return
      if (focused !== undefined && focused !== id) show(focused)
      else if (id !== null) close()
    },
    follow: () => {
      const focused = findFocused()
      if (id !== null && focused !== undefined) show(focused)
    },
    panel: isOffered && row && (
      <Suspense>
        <LazyPeekPanel href={buildHref?.(row)} onClose={close}>
          <Content key={id} row={row} />
        </LazyPeekPanel>
      </Suspense>
    ),
  }
}

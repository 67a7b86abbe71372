import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportFormat, ListContract } from '#contract/core/list.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { ExportButton } from '../export/export-button.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { isColumnShown, orderColumns } from './column-prefs.ts'
import { DataTable } from './data-table.tsx'
import { clearFilters, FilterBar, isFiltered } from './filter-bar.tsx'
import type { AnyColumn, AnyRow, Column, FilterChoices, ListRow } from './list-types.ts'
import { type ListState, withSort } from './list-url-state.ts'
import classes from './list-view.module.css'
import { Pager } from './pager.tsx'
import { setCurrentTrail } from './record-trail.tsx'
import { useKeyBindings } from './use-key-bindings.ts'
import { buildListRequest, type PathParams, prefetchList, useListData } from './use-list-data.ts'
import { useListState } from './use-list-state.ts'
import { useListPrefs } from './use-prefs.ts'
import { useListScrollMemory } from './use-scroll-memory.ts'
import { type SelectionActions, useSelection } from './use-selection.ts'

/** Comes with the first row that is chosen. */
const LazySelectionBar = lazy(() => import('./selection-bar.tsx'))

export type ListViewProps<L extends ListContract> = {
  list: L
  /** Of the path, where the list belongs to one record. */
  params?: PathParams
  /** What the rows are: the name of the table and of the files that are made of it. */
  label: string
  filters: FilterChoices<L>
  columns: readonly Column<L>[]
  rowHref?: (row: ListRow<L>) => string
  /** What to say where nothing matches. */
  empty?: string
  /** What can be done with rows that are chosen; without it none can be. */
  selection?: SelectionActions | undefined
  /** Chosen are rows that were seen, and never all that match. */
  choosesSeen?: boolean
}

/** Moves the focus to the next or previous row; from elsewhere to the first or last. */
const moveRowFocus = (list: HTMLElement | null, by: 1 | -1): void => {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by
  rows[next]?.focus()
}

/** Chooses the row that has the focus, or lets it go; with the others since the last one where it ends a range. */
const toggleFocusedRow = (shiftKey: boolean): void => {
  const box = document.activeElement?.closest('tr, li')?.querySelector<HTMLInputElement>('input[type=checkbox]')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

/** A list of the contract: its filters, rows, pages and files. Its state lives in the address. */
export const ListView = <L extends ListContract>({
  list,
  params,
  label,
  filters,
  columns,
  rowHref,
  empty,
  selection: actions,
  choosesSeen = false,
}: ListViewProps<L>) => {
  const { t } = useTranslation(['list', 'common'])
  const prefetchNextState = useCallback((next: ListState) => prefetchList(list, params, next), [list, params])
  const [state, change] = useListState(list, prefetchNextState)
  const [prefs, setPrefs] = useListPrefs(list.path)
  const { rows, page, count, pages, loadPage, prefetch } = useListData(list, params, state, change, prefs)
  const mayExport = usePermission(list.exportRows.module ?? 'bt_inicio', 'export')
  const today = useSession((now) => now.session?.businessDate)
  const frame = useRef<HTMLDivElement>(null)
  useListScrollMemory(frame, rows !== undefined)
  const selection = useSelection(state.filters)
  const { ids, matching, put } = selection
  useKeyBindings({
    j: () => moveRowFocus(frame.current, 1),
    k: () => moveRowFocus(frame.current, -1),
    x: () => toggleFocusedRow(false),
    X: () => toggleFocusedRow(true),
  })

  const all = columns as readonly AnyColumn[]
  const shown = useMemo(
    () => orderColumns(all, prefs).filter((column, at) => at === 0 || isColumnShown(column, prefs)),
    [all, prefs],
  )
  const total = count?.total
  const hrefOf = rowHref as ((row: AnyRow) => string) | undefined

  useEffect(() => {
    if (!hrefOf || !rows || page.isPlaceholderData || total === undefined) return
    const load = (at: number): Promise<string[]> => loadPage(at).then((next) => next.map(hrefOf))
    setCurrentTrail({ hrefs: rows.map(hrefOf), page: state.page, pageSize: state.pageSize, total, load })
  })

  const exportRows = (format: ExportFormat, which: 'shown' | 'all'): void => {
    const seen = shown.map(({ key }) => key)
    // What is worked out on request is worked out where it is seen.
    const keys =
      which === 'shown'
        ? seen.filter((key) => list.exported.includes(key))
        : list.exported.filter((key) => !list.onRequest.includes(key) || seen.includes(key))
    const { filters, sort, direction } = state
    const query = { ...filters, sort, direction, format, columns: keys.join(',') }
    startExport(list.exportRows, buildListRequest(params, query), `${label} ${today}.${format}`)
  }
  const newest = useRef(exportRows)
  useEffect(() => {
    newest.current = exportRows
  })
  const tools = useMemo(
    () => (
      <>
        <ColumnChooser columns={all} prefs={prefs} onChange={setPrefs} />
        {mayExport && <ExportButton onStart={(...how) => newest.current(...how)} />}
      </>
    ),
    [all, prefs, setPrefs, mayExport],
  )

  const filtered = isFiltered(filters, state.filters)
  const nothing = rows?.length === 0 && !page.isPlaceholderData && state.page === 1
  return (
    <div className={classes.list} ref={frame}>
      <FilterBar choices={filters} values={state.filters} change={change} tools={tools} />
      {page.isError && !page.isFetching ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : nothing ? (
        <EmptyState
          title={empty ?? t('common:noData')}
          {...(filtered && {
            hint: t('empty.filtered'),
            action: <Button onClick={() => change(clearFilters(filters))}>{t('filters.clear')}</Button>,
          })}
        />
      ) : (
        <DataTable
          fill
          label={label}
          columns={shown}
          rows={rows}
          expected={Math.min(state.pageSize, 15)}
          rowHref={rowHref as ((row: never) => string) | undefined}
          ordering={{
            sort: state.sort,
            direction: state.direction,
            sortable: list.sortable,
            onSort: (key) => change((now) => withSort(now, key)),
          }}
          totals={count?.totals}
          busy={page.isPlaceholderData}
          dense={prefs.dense}
          {...(actions && { picking: { ids, matching, put } })}
        />
      )}
      {actions && ids.size > 0 && (
        <Suspense>
          <LazySelectionBar selection={selection} total={total} takesMatching={!choosesSeen} actions={actions} />
        </Suspense>
      )}
      <Pager state={state} change={change} shown={rows?.length ?? 0} total={total} pages={pages} onNear={prefetch} />
    </div>
  )
}

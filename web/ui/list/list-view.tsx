import { Button } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { ExportFormat, ListContract } from '#contract/core/list.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { ExportButton } from '../export/export-button.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { isColumnShown, orderColumns, setColumnWidth } from './column-prefs.ts'
import { DataTable } from './data-table.tsx'
import { getRowName, type ReadingPaneRows } from './data-table-types.ts'
import { listFieldLabels } from './dropped-names.ts'
import { clearFilters, FilterBar, isFiltered, listSetFilterLabels } from './filter-bar.tsx'
import { describeFilters } from './filter-fields.ts'
import type { AnyColumn, AnyRow, Column, FilterChoices, ListRow } from './list-types.ts'
import { type ListState, setListSort } from './list-url-state.ts'
import classes from './list-view.module.css'
import { Pager } from './pager.tsx'
import { setCurrentTrail } from './record-trail.tsx'
import { findCurrentRow, listRowElements, moveRowFocus } from './row-focus.ts'
import { RowMenuButton } from './row-menu-button.tsx'
import type { RowActions } from './row-menu-types.ts'
import { readViewId } from './saved-view.ts'
import { useKeyBindings } from './use-key-bindings.ts'
import { buildListRequest, type PathParams, prefetchList, useListData } from './use-list-data.ts'
import { useListState, useUnknownView } from './use-list-state.ts'
import { usePeek, withPeekColumn } from './use-peek.tsx'
import { useListPrefs } from './use-prefs.ts'
import { useListScrollMemory } from './use-scroll-memory.ts'
import { type SelectionActions, useSelection } from './use-selection.ts'
import { ViewsButton } from './views-button.tsx'

/** Comes with an address that names a view. */
const LazyViewOpener = lazy(() => import('./view-opener.tsx'))
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
  /** A record beside the list: its head and key facts, loaded when it is asked for. */
  peek?: ComponentType<{ row: ListRow<L> }> | undefined
  /** Where its rows come from, or what to do for one: said where no filter is set. */
  emptyHint: string
  /** What makes the first one, for whoever may. */
  emptyAction?: ReactNode
  /** What can be done with one row, the most frequent first; without it rows have no menu. */
  rowActions?: ((row: ListRow<L>) => RowActions) | undefined
  /** What can be done with rows that are chosen; without it none can be. */
  selection?: SelectionActions | undefined
  /** Chosen are rows that were seen, and never all that match. */
  selectsLoadedRowsOnly?: boolean
  /** Its rows scroll in the height that the window leaves, and the page doesn't. */
  fillsWindow?: boolean
  /** How many rows there will be at most, where the page knows: their place is kept until they come. */
  expectedRows?: number | undefined
  /** The record of one row stands beside the list. */
  readingPane?: ReadingPaneRows | undefined
}

/** Chooses the current row, or lets it go; with the others since the last one where it ends a range. */
const toggleFocusedRow = (list: HTMLElement | null, shiftKey: boolean): void => {
  const row = findCurrentRow(listRowElements(list)) ?? document.activeElement
  const box = row?.closest('tr, li')?.querySelector<HTMLInputElement>('input[type=checkbox]')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

/** Goes to what can be done: with the rows that are chosen, else with the row that has the focus. */
const openRowActions = (list: HTMLElement | null): void => {
  const bar = list?.querySelector<HTMLElement>('[data-selection-actions] button:enabled')
  const row = document.activeElement?.closest('tr, li')
  if (bar) bar.focus()
  else row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()
}

type ListRowActions = (row: AnyRow) => RowActions

/** The column of the menus, where rows have any. It stays the same whatever the screen's function is by now: rows are drawn again only where they change. */
const useActionColumns = (
  rowActions: ListRowActions | undefined,
  columns: readonly AnyColumn[],
  buildHref: ((row: AnyRow) => string) | undefined,
): readonly AnyColumn[] => {
  const { t } = useTranslation('list')
  const newest = useRef({ rowActions, buildHref })
  useEffect(() => {
    newest.current = { rowActions, buildHref }
  })
  const hasActions = rowActions !== undefined
  const nameColumn = columns.find(({ phone }) => phone === 1) ?? columns[0]
  return useMemo((): readonly AnyColumn[] => {
    if (!hasActions) return []
    const renderMenu = (_: never, row: AnyRow): ReactNode => (
      <RowMenuButton
        label={t('rowActions.of', { name: nameColumn ? getRowName(row, nameColumn) : '' })}
        listActions={() => newest.current.rowActions?.(row) ?? []}
        buildHref={() => newest.current.buildHref?.(row)}
      />
    )
    return [{ key: 'rowActions', label: t('rowActions.label'), phone: 'beside', isActions: true, cell: renderMenu }]
  }, [hasActions, nameColumn, t])
}

const OpenList = <L extends ListContract>({
  list,
  params,
  label,
  filters: choices,
  columns,
  rowHref,
  empty,
  peek: peekContent,
  emptyHint,
  expectedRows,
  emptyAction,
  rowActions,
  selection: actions,
  selectsLoadedRowsOnly = false,
  fillsWindow = false,
  readingPane,
}: ListViewProps<L>) => {
  const { t } = useTranslation(['list', 'common'])
  const prefetchNextState = useCallback(
    (next: ListState) => prefetchList(list, params, next, readViewId(new URLSearchParams(location.search))),
    [list, params],
  )
  const [state, change, viewId] = useListState(list, prefetchNextState)
  const [prefs, setPrefs] = useListPrefs(list.path, viewId)
  const { rows, page, count, isCounting, pages, loadPage, prefetch } = useListData(list, params, state, change, prefs)
  const mayExport = usePermission(list.exportRows.module ?? 'bt_inicio', 'export')
  const formatters = useFormatters()
  const today = useSession((now) => now.session?.businessDate)
  const frame = useRef<HTMLDivElement>(null)
  useListScrollMemory(frame, rows !== undefined)
  const selection = useSelection(state.filters)
  const { ids, matching, put } = selection
  const buildHref = rowHref as ((row: AnyRow) => string) | undefined
  const peek = usePeek({ frame, rows, content: peekContent as ComponentType<{ row: AnyRow }> | undefined, buildHref })
  const moveFocus = (by: 1 | -1): void => {
    moveRowFocus(frame.current, by)
    peek.follow()
  }
  useKeyBindings({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ...(peekContent && { p: peek.toggle }),
    ...(actions && { x: () => toggleFocusedRow(frame.current, false), X: () => toggleFocusedRow(frame.current, true) }),
    '.': () => openRowActions(frame.current),
    F2: () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-edit-cell]')?.click(),
  })

  const all = columns as readonly AnyColumn[]
  const actionColumns = useActionColumns(rowActions as ListRowActions | undefined, all, buildHref)
  const shown = useMemo(
    () =>
      orderColumns(all, prefs)
        .filter((column, at) => at === 0 || isColumnShown(column, prefs))
        .map((column) => (prefs.widths[column.key] ? { ...column, width: prefs.widths[column.key]! } : column)),
    [all, prefs],
  )
  const { column: peekColumn } = peek
  const tableColumns = useMemo(
    () => withPeekColumn([...shown, ...actionColumns], peekColumn),
    [shown, peekColumn, actionColumns],
  )
  const total = count?.total

  useEffect(() => {
    if (!buildHref || !rows || page.isPlaceholderData || total === undefined) return
    const load = (at: number): Promise<string[]> => loadPage(at).then((next) => next.map(buildHref))
    setCurrentTrail({ hrefs: rows.map(buildHref), page: state.page, pageSize: state.pageSize, total, load })
  })

  const exportRows = (format: ExportFormat, which: 'shown' | 'all'): void => {
    const seen = shown.map(({ key }) => key)
    // What is worked out on request is worked out where it is seen.
    const exported = Object.keys(list.columns)
    const keys =
      which === 'shown'
        ? seen.filter((key) => exported.includes(key))
        : exported.filter((key) => !list.onRequest.includes(key) || seen.includes(key))
    const { filters, sort, direction } = state
    const filterText = describeFilters(choices, filters, t, formatters)
    const query = { ...filters, sort, direction, format, columns: keys.join(','), ...(filterText && { filterText }) }
    startExport(list.exportRows, buildListRequest(params, query), `${label} ${today}.${format}`)
  }
  const newest = useRef(exportRows)
  useEffect(() => {
    newest.current = exportRows
  })
  const isBesidePane = readingPane !== undefined
  const { filters: values, sort, direction } = state
  const viewed = useMemo(() => ({ filters: values, sort, direction }), [values, sort, direction])
  const labels = useMemo(() => listFieldLabels(all, choices, t), [all, choices, t])
  const toolbar = useMemo(
    () => (
      <>
        {/* Cards have their own fields. */}
        {!isBesidePane && (
          <>
            <ViewsButton list={list} state={viewed} prefs={prefs} onPrefs={setPrefs} viewId={viewId} labels={labels} />
            <ColumnChooser columns={all} prefs={prefs} onChange={setPrefs} />
          </>
        )}
        {mayExport && <ExportButton onStart={(...how) => newest.current(...how)} />}
      </>
    ),
    [all, labels, list, viewed, prefs, setPrefs, viewId, mayExport, isBesidePane],
  )

  const filtered = isFiltered(choices, state.filters)
  const isEmpty = rows?.length === 0 && !page.isPlaceholderData && state.page === 1
  const hasFailed = page.isError && !page.isFetching
  return (
    <div className={classes.list} ref={frame} data-has-selection={(actions && ids.size > 0) || undefined}>
      <FilterBar choices={choices} checks={list.checks} values={state.filters} change={change} toolbar={toolbar} />
      {hasFailed ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : isEmpty ? (
        <EmptyState
          title={empty ?? t('common:noData')}
          {...(filtered
            ? {
                hint: t('empty.filtered', { filters: listSetFilterLabels(choices, state.filters, t).join(', ') }),
                action: <Button onClick={() => change(clearFilters(choices))}>{t('filters.clear')}</Button>,
              }
            : { hint: emptyHint, action: emptyAction })}
        />
      ) : (
        <DataTable
          fillsHeight={fillsWindow}
          label={label}
          columns={tableColumns}
          rows={rows}
          expected={Math.min(state.pageSize, 20, expectedRows ?? 20)}
          rowHref={rowHref as ((row: never) => string) | undefined}
          ordering={{
            sort: state.sort,
            direction: state.direction,
            sortable: list.sortable,
            onSort: (key, direction) => change((now) => setListSort(now, key, direction)),
          }}
          totals={count?.totals}
          awaitsTotals={isCounting}
          busy={page.isPlaceholderData}
          readingPane={readingPane}
          dense={prefs.dense}
          onResize={(key, width) => setPrefs(setColumnWidth(prefs, key, width))}
          {...(actions && { rowSelection: { ids, matching, put } })}
        />
      )}
      {peek.panel}
      {actions && ids.size > 0 && !hasFailed && (
        <Suspense>
          <LazySelectionBar
            selection={selection}
            total={total}
            canSelectAllMatching={!selectsLoadedRowsOnly}
            actions={actions}
          />
        </Suspense>
      )}
      {/* Not before there are rows: where they are fewer than the skeletons, it would jump. */}
      {!hasFailed && !isEmpty && rows && (
        <Pager
          state={state}
          change={change}
          rowsOnPage={rows.length}
          total={total}
          pages={pages}
          onNear={prefetch}
          {...(actions && { hint: t('select.hint') })}
        />
      )}
    </div>
  )
}

/** A list of the contract: its filters, rows, pages and files. Its state lives in the address. */
export const ListView = <L extends ListContract>(props: ListViewProps<L>) => {
  const viewId = useUnknownView(props.list)
  return viewId ? (
    <Suspense>
      <LazyViewOpener list={props.list} viewId={viewId} />
    </Suspense>
  ) : (
    <OpenList {...props} />
  )
}

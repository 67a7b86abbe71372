import { ActionIcon, Button, Menu, Popover } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconDots,
  IconHome,
  IconHomeOff,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  changeListView,
  getListViews,
  type ListView,
  orderListViews,
  removeListView,
  restoreListView,
  setDefaultListView,
} from '#contract/list-views.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { type ActionState, useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import type { ListPrefs } from './column-prefs.ts'
import { isSameView, toViewState } from './compare-view.ts'
import { listDroppedFieldTitles } from './dropped-names.ts'
import type { ListState, ListUrlContract } from './list-url-state.ts'
import { listChangedState, viewParam, writeView } from './saved-view.ts'
import { storePrefs } from './use-prefs.ts'
import { ViewDialog } from './view-dialog.tsx'
import classes from './views.module.css'

export type ViewsProps = {
  list: ListUrlContract & { path: string }
  /** What of the list a view keeps; the same object until that changes. */
  state: Pick<ListState, 'filters' | 'sort' | 'direction'>
  prefs: ListPrefs
  onPrefs: (prefs: ListPrefs) => void
  /** The view that the list in sight came from. */
  viewId: string | undefined
  /** What people call its filters and columns, by their keys. */
  labels: Readonly<Record<string, string>>
  initiallyOpened: boolean
}

/** The session says which view a list opens with: it follows what is chosen here, as it would at the next sign-in. */
const keepDefaultInSession = (list: string, view: ListView | undefined): void => {
  const { session } = useSession.getState()
  if (!session) return
  const others = session.defaultViews.filter((one) => one.list !== list)
  const own = view ? [{ id: view.id, list, name: view.name, state: view.state }] : []
  useSession.setState({ session: { ...session, defaultViews: [...others, ...own] } })
}

type Dialog = { view?: ListView }

type RowProps = {
  view: ListView
  isCurrent: boolean
  onOpen: () => void
  onEdit: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  action: ActionState
}

const ViewRow = ({ view, isCurrent, onOpen, onEdit, onMove, onRemove, action }: RowProps) => {
  const { t } = useTranslation('list-views')
  const setDefault = (): void =>
    void action.run(async () => {
      const viewId = view.isDefault ? null : view.id
      await callEndpoint(setDefaultListView, { body: { list: view.list, viewId } })
      keepDefaultInSession(view.list, view.isDefault ? undefined : view)
    })
  const copyLink = (): void =>
    void action.run(() =>
      navigator.clipboard.writeText(`${location.origin}${location.pathname}?${viewParam}=${view.id}`),
    )
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} aria-current={isCurrent || undefined} onClick={onOpen}>
        <span className={classes.name}>{view.name}</span>
        {!view.isOwn && view.ownerName && <span className={classes.note}>{t('by', { name: view.ownerName })}</span>}
        {view.isOwn && view.sharedWith !== 'nobody' && (
          <span className={classes.note}>{t(`audiences.${view.sharedWith}`)}</span>
        )}
        {view.isDefault && <IconHome size={14} aria-label={t('isDefault')} role="img" />}
      </button>
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('more', { name: view.name })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={view.isDefault ? <IconHomeOff size={16} /> : <IconHome size={16} />}
            onClick={setDefault}
          >
            {t(view.isDefault ? 'notDefault' : 'default')}
          </Menu.Item>
          {view.isOwn && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
              {t('edit')}
            </Menu.Item>
          )}
          {'clipboard' in navigator && (
            <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
              {t('copy')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => onMove(-1)}>
            {t('up', { name: view.name })}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => onMove(1)}>
            {t('down', { name: view.name })}
          </Menu.Item>
          {view.isOwn && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
              {t('remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

/** The views of a list: opened, kept, shared, ordered and deleted; and what of the one in sight isn't saved. */
export default function ListViews({ list, state, prefs, onPrefs, viewId, labels, initiallyOpened }: ViewsProps) {
  const { t } = useTranslation('list-views')
  const navigate = useNavigate()
  const labelId = useId()
  const [opened, setOpened] = useState(initiallyOpened)
  const [dialog, setDialog] = useState<Dialog>()
  const messages = useResultMessage()
  const action = useAction()
  const { data } = useQuery(buildQueryOptions(getListViews, { query: { list: list.path } }))
  const views = data?.views ?? []
  const current = views.find(({ id }) => id === viewId)
  const lost = listDroppedFieldTitles(current?.dropped ?? [], labels)
  const now = toViewState(state, prefs)
  const isChanged = current !== undefined && !isSameView(current.state, now)

  const goTo = (params: URLSearchParams): void =>
    void navigate({ search: params.toString() }, { state: listChangedState, preventScrollReset: true })
  const open = (view: ListView): void => {
    setOpened(false)
    const columns = storePrefs(list.path, view.id, view.state.columns)
    if (view.id === viewId) onPrefs(columns)
    goTo(writeView(list, view, new URLSearchParams(location.search)))
  }
  const leave = (): void => {
    setOpened(false)
    const params = new URLSearchParams(location.search)
    for (const key of [...Object.keys(list.checks), 'sort', 'direction', 'page', viewParam]) params.delete(key)
    goTo(params)
  }
  const save = (view: ListView): void =>
    void action.run(async () => {
      const { id, version } = view
      const kept = await callEndpoint(changeListView, { params: { viewId: id }, body: { version, state: now } })
      if (kept.isDefault) keepDefaultInSession(list.path, kept)
    })
  const restore = async (view: ListView): Promise<string> => {
    const restored = await callEndpoint(restoreListView, { params: { viewId: view.id }, body: {} })
    if (restored.isDefault) keepDefaultInSession(list.path, restored)
    return t('restored', { name: view.name })
  }
  const remove = (view: ListView): void =>
    void action.run(async () => {
      await callEndpoint(removeListView, { params: { viewId: view.id }, body: {} })
      if (view.isDefault) keepDefaultInSession(list.path, undefined)
      messages.show({ text: t('removed', { name: view.name }), undo: () => restore(view) })
      if (view.id === viewId) leave()
      setOpened(true)
    })
  const move = (view: ListView, by: -1 | 1): void => {
    const group = views.filter(({ isOwn }) => isOwn === view.isOwn).map(({ id }) => id)
    const at = group.indexOf(view.id)
    if (at + by < 0 || at + by >= group.length) return
    group.splice(at, 1)
    group.splice(at + by, 0, view.id)
    const others = views.filter(({ isOwn }) => isOwn !== view.isOwn).map(({ id }) => id)
    const viewIds = view.isOwn ? [...group, ...others] : [...others, ...group]
    void action.run(() => callEndpoint(orderListViews, { body: { list: list.path, viewIds } }))
  }
  const rows = (some: readonly ListView[]) =>
    some.map((view) => (
      <ViewRow
        key={view.id}
        view={view}
        isCurrent={view.id === viewId}
        onOpen={() => open(view)}
        onEdit={() => setDialog({ view })}
        onMove={(by) => move(view, by)}
        onRemove={() => remove(view)}
        action={action}
      />
    ))
  const own = views.filter(({ isOwn }) => isOwn)
  const shared = views.filter(({ isOwn }) => !isOwn)
  return (
    <div className={classes.views}>
      {isChanged && (
        <span className={classes.changed}>
          <span role="status">{t('unsaved')}</span>
          {current.isOwn ? (
            <Button variant="subtle" size="compact-sm" disabled={action.busy} onClick={() => save(current)}>
              {t('save')}
            </Button>
          ) : (
            <Button variant="subtle" size="compact-sm" onClick={() => setDialog({})}>
              {t('saveNew')}
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => open(current)}>
            {t('discard')}
          </Button>
        </span>
      )}
      <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-end" width={340} shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            className={classes.button}
            leftSection={<IconBookmark size={16} aria-hidden />}
            onClick={() => setOpened(!opened)}
          >
            {current ? t('current', { name: current.name }) : t('open')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-labelledby={labelId}>
          {/* Named after what it holds: the button has the name of the view in sight. */}
          <span id={labelId} hidden>
            {t('open')}
          </span>
          {data && views.length === 0 && <p className={classes.empty}>{t('empty')}</p>}
          {own.length > 0 && <h3 className={classes.heading}>{t('own')}</h3>}
          <ul className={classes.list}>{rows(own)}</ul>
          {shared.length > 0 && <h3 className={classes.heading}>{t('shared')}</h3>}
          <ul className={classes.list}>{rows(shared)}</ul>
          {lost.names.length > 0 && <p className={classes.empty}>{t('dropped', { names: lost.names.join(', ') })}</p>}
          {lost.hasOthers && <p className={classes.empty}>{t('droppedOthers')}</p>}
          <ResultMessage messages={messages} />
          <FailureMessage of={action.failure} />
          <div className={classes.foot}>
            {viewId && (
              <Button variant="subtle" color="gray" size="compact-sm" onClick={leave}>
                {t('none')}
              </Button>
            )}
            <Button
              variant="light"
              size="compact-sm"
              data-autofocus={views.length === 0 || undefined}
              onClick={() => {
                setOpened(false)
                setDialog({})
              }}
            >
              {t('saveNew')}
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
      {dialog && (
        <ViewDialog
          list={list.path}
          state={now}
          view={dialog.view}
          audiences={data?.audiences ?? ['nobody']}
          onClose={() => setDialog(undefined)}
          onSaved={(saved) => {
            setDialog(undefined)
            if (saved.isDefault) keepDefaultInSession(list.path, saved)
            if (!dialog.view) open(saved)
          }}
        />
      )}
    </div>
  )
}

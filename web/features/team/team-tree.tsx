import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { getTeam, type TeamCard, type TeamView } from '#contract/team.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CaptationFigureLink, ClientsFigureLink } from './figure-links.tsx'
import { useFormatPosition } from './person-card.tsx'
import classes from './team.module.css'

type TeamTreeState = {
  view: TeamView
  open: ReadonlySet<string>
  /** Who has the focus when one comes by Tab. */
  active: string
  toggle: (id: string, open?: boolean) => void
  setActive: (id: string) => void
  buildHref: (id: string) => string
}

const TeamTreeChildren = ({ id, level, tree }: { id: string; level: number; tree: TeamTreeState }) => {
  const { t } = useTranslation(['team', 'common'])
  const { data, isError, refetch } = useQuery(buildQueryOptions(getTeam, { query: { of: id } }))
  if (isError)
    return (
      <button type="button" className={classes.again} onClick={() => void refetch()}>
        {t('team:failed')}
      </button>
    )
  if (!data)
    return (
      <p className={classes.waiting} role="status">
        {t('common:loading')}
      </p>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of people in the tree, not of form fields.
    <div role="group" className={classes.branch}>
      {data.people.map((card) => (
        <TeamTreeNode key={card.id} card={card} level={level} tree={tree} />
      ))}
    </div>
  )
}

const TeamTreeNode = ({ card, level, tree }: { card: TeamCard; level: number; tree: TeamTreeState }) => {
  const { t } = useTranslation('team')
  const placeOf = useFormatPosition()
  const { id, name, reports } = card
  const open = reports > 0 && tree.open.has(id)
  return (
    <div
      role="treeitem"
      aria-label={`${name}, ${placeOf(card)}`}
      aria-level={level}
      aria-expanded={reports > 0 ? open : undefined}
      aria-selected={tree.active === id}
      data-node={id}
      tabIndex={tree.active === id ? 0 : -1}
      onFocus={(event) => {
        if (event.target === event.currentTarget) tree.setActive(id)
      }}
    >
      <div className={classes.row} style={{ '--level': level - 1 } as React.CSSProperties}>
        <span className={classes.label}>
          {reports > 0 ? (
            <button
              type="button"
              className={classes.twist}
              tabIndex={-1}
              aria-label={t('expand')}
              data-open={open || undefined}
              onClick={() => tree.toggle(id)}
            >
              <IconChevronRight size={16} stroke={1.8} aria-hidden />
            </button>
          ) : (
            <span className={classes.twist} />
          )}
          <span className={classes.labelText}>
            <Link to={tree.buildHref(id)} tabIndex={-1} className={classes.labelName}>
              {name}
            </Link>
            <span className={classes.place}>{placeOf(card)}</span>
          </span>
        </span>
        <span className={classes.cell} data-title={t('clients')}>
          <ClientsFigureLink card={card} view={tree.view} what="clients" tabIndex={-1} />
        </span>
        <span className={classes.cell} data-title={t('capital')}>
          <ClientsFigureLink card={card} view={tree.view} what="capital" tabIndex={-1} />
        </span>
        <span className={classes.cell} data-title={t('month')}>
          <CaptationFigureLink card={card} view={tree.view} period="month" tabIndex={-1} />
        </span>
        <span className={classes.cell} data-title={t('year')}>
          <CaptationFigureLink card={card} view={tree.view} period="year" tabIndex={-1} />
        </span>
      </div>
      {open && <TeamTreeChildren id={id} level={level + 1} tree={tree} />}
    </div>
  )
}

const listTreeItems = (tree: HTMLElement): HTMLElement[] => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]

type Props = {
  roots: readonly TeamCard[]
  view: TeamView
  buildHref: (id: string) => string
  onOpen: (id: string) => void
}

/** The people as a tree: arrows move, open and close, Enter goes to somebody's team. */
export const TeamTree = ({ roots, view, buildHref, onOpen }: Props) => {
  const { t } = useTranslation('team')
  const frame = useRef<HTMLDivElement>(null)
  const first = roots[0]?.id ?? ''
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(roots.length === 1 ? [first] : []))
  const [active, setActive] = useState(first)
  const toggle = (id: string, shouldOpen = !open.has(id)): void => {
    const next = new Set(open)
    if (shouldOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const press = (event: KeyboardEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]')
    const id = item?.dataset.node
    if (!item || !id || !frame.current || event.target !== item) return
    const all = listTreeItems(frame.current)
    const at = all.indexOf(item)
    const expanded = item.getAttribute('aria-expanded')
    const go = (to: HTMLElement | null | undefined): void => to?.focus()
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(all[at + 1]),
      ArrowUp: () => go(all[at - 1]),
      Home: () => go(all[0]),
      End: () => go(all.at(-1)),
      ArrowRight: () => (expanded === 'false' ? toggle(id, true) : expanded === 'true' ? go(all[at + 1]) : undefined),
      ArrowLeft: () =>
        expanded === 'true' ? toggle(id, false) : go(item.parentElement?.closest<HTMLElement>('[role="treeitem"]')),
      Enter: () => onOpen(id),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const tree: TeamTreeState = { view, open, active, toggle, setActive: setActive, buildHref }
  return (
    <div className={classes.tree}>
      <div className={classes.heads} aria-hidden>
        <span />
        <span>{t('clients')}</span>
        <span>{t('capital')}</span>
        <span>{t('month')}</span>
        <span>{t('year')}</span>
      </div>
      <div role="tree" aria-label={t('tree')} className={classes.branch} ref={frame} onKeyDown={press}>
        {roots.map((card) => (
          <TeamTreeNode key={card.id} card={card} level={1} tree={tree} />
        ))}
      </div>
    </div>
  )
}

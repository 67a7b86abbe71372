import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { homePath } from '../screens.ts'
import classes from './menu-items.module.css'
import { type MenuNode, useIsActiveMenuNode } from './menu-tree.ts'

export const LazyPendingApprovalCount = lazy(() => import('./pending-approval-count.tsx'))

type Props = { nodes: readonly MenuNode[]; isNested?: boolean; id?: string; hidden?: boolean }

/** Whether what waits for one's word is counted beside it, or beside something below it. */
export const leadsToApprovals = ({ path, children }: MenuNode): boolean =>
  path === '/crm/Aprobaciones' || children.some(leadsToApprovals)

/** A screen's place in the menu, which marks the page in sight, or a shortcut to it, which doesn't. */
export const MenuLink = ({ node }: { node: MenuNode }) => {
  const { path, label, icon: Icon, isShortcut } = node
  const Anchor = isShortcut ? Link : NavLink
  return (
    <Anchor to={path ?? '/'} className={classes.item!} data-menu-item {...(!isShortcut && { end: path === homePath })}>
      <Icon size={20} stroke={1.6} />
      <span className={classes.label}>{label}</span>
      {leadsToApprovals(node) && (
        <Suspense>
          <LazyPendingApprovalCount />
        </Suspense>
      )}
    </Anchor>
  )
}

/** A sub-menu that opens under its button. Around the page in sight it is open from the start. */
const SubMenu = ({ node }: { node: MenuNode }) => {
  const { label, icon: Icon, children } = node
  const id = useId()
  const holds = useIsActiveMenuNode()(node)
  const [open, setOpen] = useState(holds)
  useEffect(() => {
    if (holds) setOpen(true)
  }, [holds])
  return (
    <>
      <UnstyledButton
        className={classes.item}
        aria-expanded={open}
        aria-controls={id}
        data-holds={holds || undefined}
        data-menu-item
        onClick={() => setOpen(!open)}
      >
        <Icon size={20} stroke={1.6} />
        <span className={classes.label}>{label}</span>
        <IconChevronDown className={classes.chevron} size={16} stroke={1.6} />
      </UnstyledButton>
      <MenuItems id={id} nodes={children} hidden={!open} isNested />
    </>
  )
}

/** Screens and sub-menus in one column, levels below one another: the same in every layout. */
export const MenuItems = ({ nodes, isNested = false, id, hidden }: Props) => (
  <ul id={id} className={classes.list} data-deep={isNested || undefined} hidden={hidden}>
    {nodes.map((node) => (
      <li key={node.id}>{node.path === null ? <SubMenu node={node} /> : <MenuLink node={node} />}</li>
    ))}
  </ul>
)

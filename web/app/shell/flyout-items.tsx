import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import classes from './flyout-items.module.css'
import itemClasses from './menu-items.module.css'
import { MenuItems, MenuLink } from './menu-items.tsx'
import { type MenuNode, useIsActiveMenuNode } from './menu-tree.ts'

/** Time to get from the icon to what flies out beside it. */
const closeDelayMs = 120
const viewportMarginPx = 8

/** Open while the pointer or the focus is on the entry or on what it shows; Esc closes, and arriving anywhere. */
const useFlyoutState = () => {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes it.
  useEffect(() => setOpen(false), [key])
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (next: boolean, wait = 0): void => {
    clearTimeout(timer.current)
    if (wait) timer.current = setTimeout(() => setOpen(next), wait)
    else setOpen(next)
  }
  return {
    open,
    show: () => set(true),
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && set(true),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && set(false, closeDelayMs),
      // A click brings the focus as well; the click itself opens.
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && set(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) set(false)
      },
      onKeyDown: ({ key: pressed, currentTarget }: KeyboardEvent<HTMLElement>) => {
        if (pressed !== 'Escape' || !open) return
        // First, because the focus opens.
        currentTarget.querySelector<HTMLElement>('[data-menu-item]')?.focus()
        set(false)
      },
    },
  }
}

/** Beside its entry, and wholly inside the window. The menu scrolls, so that only a fixed place isn't cut off by it. */
const positionFlyout = (flyout: HTMLElement | null): void => {
  const entry = flyout?.parentElement?.getBoundingClientRect()
  if (!flyout || !entry) return
  const menu = flyout.closest('[data-part]')?.getBoundingClientRect() ?? entry
  const top = Math.max(viewportMarginPx, Math.min(entry.top, innerHeight - flyout.offsetHeight - viewportMarginPx))
  Object.assign(flyout.style, { top: `${top}px`, left: `${menu.right}px` })
}

const FlyoutItem = ({ node }: { node: MenuNode }) => {
  const { label, icon: Icon, path, children } = node
  const id = useId()
  const holds = useIsActiveMenuNode()(node)
  const { open, show, handlers } = useFlyoutState()
  return (
    <li {...handlers}>
      {path === null ? (
        <UnstyledButton
          className={itemClasses.item}
          aria-expanded={open}
          aria-controls={id}
          data-holds={holds || undefined}
          data-menu-item
          onClick={show}
        >
          <Icon size={20} stroke={1.6} />
          <span className={itemClasses.label}>{label}</span>
          <IconChevronRight className={classes.more} size={12} stroke={2} />
        </UnstyledButton>
      ) : (
        <MenuLink node={node} />
      )}
      {open && path !== null && (
        <div className={classes.name} ref={positionFlyout} aria-hidden>
          {label}
        </div>
      )}
      {path === null && (
        <div id={id} className={classes.flyout} hidden={!open} ref={open ? positionFlyout : null}>
          <div className={classes.title} aria-hidden>
            {label}
          </div>
          <MenuItems nodes={children} isNested />
        </div>
      )}
    </li>
  )
}

/** The entries of a menu that is too narrow for its levels: what is below an entry, and its name, fly out beside it. */
export const FlyoutItems = ({ nodes }: { nodes: readonly MenuNode[] }) => (
  <ul className={itemClasses.list}>
    {nodes.map((node) => (
      <FlyoutItem key={node.id} node={node} />
    ))}
  </ul>
)

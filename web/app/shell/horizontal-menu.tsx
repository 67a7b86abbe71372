import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './horizontal-menu.module.css'
import { LazyPendingApprovalCount, leadsToApprovals, MenuItems } from './menu-items.tsx'
import { focusFirstMenuItem, handleMenuKey } from './menu-keyboard.ts'
import { type MenuGroup, useIsActiveMenuNode } from './menu-tree.ts'

const buildMenuListId = (group: string): string => `menu-${group}`

/** Which drop-down is open: one at most, until something else is pressed, focused or opened. */
const useDropDown = () => {
  const [open, setOpen] = useState<string | null>(null)
  const bar = useRef<HTMLElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes it.
  useEffect(() => setOpen(null), [key])
  useEffect(() => {
    if (open === null) return
    const away = ({ target }: PointerEvent): void => {
      if (!bar.current?.contains(target as Node)) setOpen(null)
    }
    addEventListener('pointerdown', away)
    return () => removeEventListener('pointerdown', away)
  }, [open])
  return { bar, open, setOpen }
}

/** The menu as a bar under the topbar: a drop-down for each group. Left and right along the bar, down into it, Esc out of it. */
export default function HorizontalMenu({ menu }: { menu: readonly MenuGroup[] }) {
  const { t } = useTranslation('shell')
  const holds = useIsActiveMenuNode()
  const { bar, open, setOpen } = useDropDown()
  const buttons = (): HTMLElement[] => [...(bar.current?.querySelectorAll<HTMLElement>('[data-menu-group]') ?? [])]

  const alongBar = (event: KeyboardEvent<HTMLElement>, button: HTMLElement): void => {
    const all = buttons()
    const at = all.indexOf(button)
    const to = {
      ArrowRight: all[(at + 1) % all.length],
      ArrowLeft: all[(at - 1 + all.length) % all.length],
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    if (to) {
      event.preventDefault()
      setOpen(null)
      to.focus()
    }
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    const group = button.dataset.menuGroup ?? ''
    flushSync(() => setOpen(group))
    focusFirstMenuItem(buildMenuListId(group))
  }
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-menu-group]')
    if (event.key === 'Escape' && open !== null) {
      setOpen(null)
      buttons()
        .find(({ dataset }) => dataset.menuGroup === open)
        ?.focus()
    } else if (button) alongBar(event, button)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(null)
  }

  return (
    <nav ref={bar} className={classes.bar} aria-label={t('menu.main')} onKeyDown={press} onBlur={leave}>
      <ul className={classes.groups}>
        {menu.map(({ id, label, icon: Icon, nodes }) => (
          <li key={id} className={classes.group}>
            <UnstyledButton
              className={classes.button}
              aria-expanded={open === id}
              aria-controls={buildMenuListId(id)}
              data-menu-group={id}
              data-holds={nodes.some(holds) || undefined}
              onClick={() => setOpen(open === id ? null : id)}
            >
              <Icon size={18} stroke={1.6} />
              {label}
              {/* Inside, it stands beside its screen. */}
              {open !== id && nodes.some(leadsToApprovals) && (
                <Suspense>
                  <LazyPendingApprovalCount />
                </Suspense>
              )}
              <IconChevronDown className={classes.chevron} size={16} stroke={1.6} />
            </UnstyledButton>
            {/* biome-ignore lint/a11y: only the arrows' way through the links and buttons in it. */}
            <div
              id={buildMenuListId(id)}
              className={classes.dropDown}
              hidden={open !== id}
              onKeyDown={(event: KeyboardEvent<HTMLElement>) => void handleMenuKey(event)}
            >
              <MenuItems nodes={nodes} />
            </div>
          </li>
        ))}
      </ul>
    </nav>
  )
}

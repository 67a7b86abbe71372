import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { Brand } from './brand.tsx'
import { LazyPendingApprovalCount, leadsToApprovals, MenuItems } from './menu-items.tsx'
import { focusFirstMenuItem, handleMenuKey } from './menu-keyboard.ts'
import { type MenuGroup, useIsActiveMenuNode } from './menu-tree.ts'
import classes from './two-column-menu.module.css'
import { UserInfo } from './user-info.tsx'

const menuPanelId = 'menu-panel'

/** The menu in two columns: the groups as icons, and the chosen one's screens beside them. */
export default function TwoColumnMenu({ menu }: { menu: readonly MenuGroup[] }) {
  const { t } = useTranslation('shell')
  const holds = useIsActiveMenuNode()
  const here = menu.find(({ nodes }) => nodes.some(holds))?.id ?? menu[0]?.id
  const [chosen, setChosen] = useState(here)
  useEffect(() => setChosen(here), [here])
  const group = menu.find(({ id }) => id === chosen) ?? menu[0]

  const inRail = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'ArrowRight') {
      const button = (event.target as HTMLElement).closest<HTMLElement>('[data-menu-item]')
      event.preventDefault()
      if (button?.ariaExpanded === 'true') focusFirstMenuItem(menuPanelId)
      else button?.click()
    } else if (event.key !== 'ArrowLeft') handleMenuKey(event)
  }
  const inPanel = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') document.getElementById(`rail-${group?.id}`)?.focus()
    else handleMenuKey(event)
  }

  return (
    <nav aria-label={t('menu.main')} className={classes.menu}>
      {/* biome-ignore lint/a11y: only the arrows' way through the buttons in it. */}
      <div className={classes.rail} data-part="rail" onKeyDown={inRail}>
        <div className={classes.sign}>
          <Brand isLogoOnly />
        </div>
        <ul className={classes.groups}>
          {menu.map(({ id, label, icon: Icon, nodes }) => (
            <li key={id}>
              <UnstyledButton
                id={`rail-${id}`}
                className={classes.button}
                aria-expanded={id === group?.id}
                aria-controls={menuPanelId}
                data-holds={nodes.some(holds) || undefined}
                data-menu-item
                {...(id === 'administration' && { 'aria-label': label, title: label })}
                onClick={() => setChosen(id)}
              >
                <Icon size={22} stroke={1.6} />
                {/* The longest name would be broken inside a word. */}
                <span className={classes.name}>{id === 'administration' ? t('menu.administration') : label}</span>
                {/* In the panel, it stands beside its screen. */}
                {id !== group?.id && nodes.some(leadsToApprovals) && (
                  <span className={classes.waiting}>
                    <Suspense>
                      <LazyPendingApprovalCount />
                    </Suspense>
                  </span>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
      {/* biome-ignore lint/a11y: only the arrows' way through the links and buttons in it. */}
      <div id={menuPanelId} className={classes.panel} data-part="menu" onKeyDown={inPanel}>
        <h2 className={classes.title}>{group?.label}</h2>
        <UserInfo />
        <div className={classes.items}>{group && <MenuItems key={group.id} nodes={group.nodes} />}</div>
      </div>
    </nav>
  )
}

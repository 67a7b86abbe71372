import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayout } from '#web/core/layout.ts'
import { Brand } from './brand.tsx'
import { FlyoutItems } from './flyout-items.tsx'
import { MenuItems } from './menu-items.tsx'
import { moveInMenu } from './menu-keys.ts'
import type { MenuGroup } from './menu-tree.ts'
import classes from './sidebar.module.css'
import { UserInfo } from './user-info.tsx'

type Props = { menu: readonly MenuGroup[]; open: boolean; onClose: () => void }

/**
 * The menu at the side, group by group. Condensed and compact it is narrow, and shows levels beside itself; full and full
 * screen it comes over the page when it is asked for.
 */
export const Sidebar = ({ menu, open, onClose }: Props) => {
  const { t } = useTranslation('shell')
  const narrow = useLayout(({ effective: { leftSideBarType: type } }) => type === 'condensed' || type === 'compact')
  const Items = narrow ? FlyoutItems : MenuItems
  return (
    <>
      {/* biome-ignore lint/a11y: the pointer's way out only; the keyboard has Esc and the button. */}
      <div className={classes.shade} onClick={onClose} />
      <div
        id="sidebar"
        className={classes.sidebar}
        data-part="menu"
        {...(open && { role: 'dialog', 'aria-modal': true, 'aria-label': t('menu.main') })}
      >
        <nav aria-label={t('menu.main')} onKeyDown={(event: KeyboardEvent<HTMLElement>) => void moveInMenu(event)}>
          <div className={classes.head}>
            <Brand className={classes.brand} />
            <ActionIcon
              className={classes.close}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('menu.close')}
              onClick={onClose}
            >
              <IconX size={20} />
            </ActionIcon>
          </div>
          <UserInfo />
          <div className={classes.menu}>
            {menu.map(({ id, label, nodes }) => (
              <section key={id} aria-labelledby={`menu-${id}`}>
                <h2 id={`menu-${id}`} className={classes.group}>
                  {label}
                </h2>
                <Items nodes={nodes} />
              </section>
            ))}
          </div>
        </nav>
      </div>
    </>
  )
}

import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense } from 'react'
import { useLayoutStore } from '#web/core/layout.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Brand } from './brand.tsx'
import { FlyoutItems } from './flyout-items.tsx'
import { LazyPendingApprovalCount, leadsToApprovals, MenuItems } from './menu-items.tsx'
import { handleMenuKey } from './menu-keyboard.ts'
import { type MenuGroup, useIsActiveMenuNode } from './menu-tree.ts'
import classes from './sidebar.module.css'
import { useFoldedMenuGroups } from './use-menu-folds.ts'
import { UserInfo } from './user-info.tsx'

type Props = { menu: readonly MenuGroup[]; open: boolean; onClose: () => void }

type MenuGroupHeadProps = { group: MenuGroup; isFolded: boolean; onFold: () => void }

/** The name of a group, which folds it. Folded around the page in sight it is marked, and counts what waits in it. */
const MenuGroupHead = ({ group, isFolded, onFold }: MenuGroupHeadProps) => {
  const { id, label, nodes } = group
  const holds = useIsActiveMenuNode()
  return (
    <h2 id={`menu-${id}`} className={classes.group}>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={!isFolded}
        aria-controls={isFolded ? undefined : `menu-list-${id}`}
        data-holds={(isFolded && nodes.some(holds)) || undefined}
        data-menu-item
        onClick={onFold}
      >
        {label}
        {isFolded && nodes.some(leadsToApprovals) && (
          <Suspense>
            <LazyPendingApprovalCount />
          </Suspense>
        )}
        <IconChevronDown className={classes.chevron} size={14} stroke={1.6} aria-hidden />
      </UnstyledButton>
    </h2>
  )
}

/**
 * The menu at the side, group by group. Condensed and compact it is narrow, and shows levels beside itself; full and full
 * screen it comes over the page when it is asked for.
 */
export const Sidebar = ({ menu, open, onClose }: Props) => {
  const { t } = useTranslation('shell')
  const narrow = useLayoutStore(
    ({ effective: { leftSideBarType: type } }) => type === 'condensed' || type === 'compact',
  )
  const { isFolded, fold } = useFoldedMenuGroups(menu)
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
        <nav aria-label={t('menu.main')} onKeyDown={(event: KeyboardEvent<HTMLElement>) => void handleMenuKey(event)}>
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
            {menu.map((group) => (
              <section key={group.id} aria-labelledby={`menu-${group.id}`}>
                {narrow ? (
                  <h2 id={`menu-${group.id}`} className={classes.group}>
                    {group.label}
                  </h2>
                ) : (
                  <MenuGroupHead group={group} isFolded={isFolded(group.id)} onFold={() => fold(group.id)} />
                )}
                {(narrow || !isFolded(group.id)) && <Items nodes={group.nodes} id={`menu-list-${group.id}`} />}
              </section>
            ))}
          </div>
        </nav>
      </div>
    </>
  )
}

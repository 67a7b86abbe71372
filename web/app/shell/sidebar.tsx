import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { Logo } from '#web/ui/logo.tsx'
import { menuGroups } from '../screens.ts'
import classes from './sidebar.module.css'

/** The menu, group by group, of the screens that this person may open. */
export const Sidebar = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('shell')
  return (
    <>
      {/* biome-ignore lint/a11y: the pointer's way out only; the keyboard has Esc and the button. */}
      <div className={classes.shade} onClick={onClose} />
      <div
        id="sidebar"
        className={classes.sidebar}
        {...(open && { role: 'dialog', 'aria-modal': true, 'aria-label': t('menu.main') })}
      >
        <nav aria-label={t('menu.main')}>
          <div className={classes.head}>
            <Link to="/" className={classes.brand} aria-label={t('menu.home')}>
              <Logo />
              <span>{t('product')}</span>
            </Link>
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
          <div className={classes.menu}>
            {menuGroups().map(({ name, screens }) => (
              <section key={name} aria-labelledby={`menu-${name}`}>
                <h2 id={`menu-${name}`} className={classes.group}>
                  {t(`groups.${name}`)}
                </h2>
                <ul className={classes.list}>
                  {screens.map(({ path, title, icon: Icon }) => (
                    <li key={path}>
                      <NavLink to={path} className={classes.item!}>
                        <Icon size={20} stroke={1.6} />
                        {t(`screens.${title}`)}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </nav>
      </div>
    </>
  )
}

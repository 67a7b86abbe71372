import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './access.module.css'

const places = {
  role: '/crm/ModulosPermisos',
  module: '/crm/ModulosPermisos?by=module',
  people: '/crm/ModulosPermisos/personas',
} as const
export type AccessTab = keyof typeof places

/** The three ways to look at who may do what: links, so that each can be opened beside and gone back from. */
export const AccessTabs = ({ current, action }: { current: AccessTab; action?: ReactNode }) => {
  const { t } = useTranslation('permissions')
  return (
    <div className={classes.top}>
      <nav className={classes.tabs} aria-label={t('tabs.label')}>
        {(Object.keys(places) as AccessTab[]).map((tab) => (
          <Link key={tab} to={places[tab]} className={classes.tab} aria-current={tab === current ? 'page' : undefined}>
            {t(`tabs.${tab}`)}
          </Link>
        ))}
      </nav>
      {action}
    </div>
  )
}

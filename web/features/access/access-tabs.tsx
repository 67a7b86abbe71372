import type { ReactNode } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'
import classes from './access.module.css'

const accessTabPaths = {
  role: '/crm/ModulosPermisos',
  module: '/crm/ModulosPermisos?by=module',
  people: '/crm/ModulosPermisos/personas',
} as const
export type AccessTab = keyof typeof accessTabPaths

/** The three ways to look at who may do what: links, so that each can be opened beside and gone back from. */
export const AccessTabs = ({ current, action }: { current: AccessTab; action?: ReactNode }) => {
  const { t } = useTranslation('permissions')
  return (
    <div className={classes.top}>
      <div className={classes.ways}>
        <SectionTabs
          label={t('tabs.label')}
          current={current}
          parts={(Object.keys(accessTabPaths) as AccessTab[]).map((key) => ({
            key,
            name: t(`tabs.${key}`),
            href: accessTabPaths[key],
          }))}
        />
      </div>
      {action}
    </div>
  )
}

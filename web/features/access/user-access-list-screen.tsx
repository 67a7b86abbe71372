import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconDoorExit, IconShieldCheck, IconShieldOff, IconUserPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accessStates, listPeople, type PersonRow } from '#contract/access.ts'
import { roles } from '#contract/permissions.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { AccessTabs } from './access-tabs.tsx'

type UserAccessList = typeof listPeople

const accessBadgeStyles = {
  working: ['pos', IconCheck],
  ended: ['muted', IconDoorExit],
  disabled: ['neg', IconBan],
} as const

/** Whether somebody can sign in here; `label` is the word for it. */
export const renderAccessBadge = (state: PersonRow['state'], label: string) => {
  const [tone, icon] = accessBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}

/** Whether somebody has a second factor; `label` is the word for it. */
export const renderSecondFactorBadge = (has: boolean, label: string) => (
  <StatusBadge tone={has ? 'pos' : 'muted'} icon={has ? IconShieldCheck : IconShieldOff} label={label} />
)

const useUserAccessFilters = (): FilterChoices<UserAccessList> => {
  const { t } = useTranslation(['permissions', 'shell'])
  return useMemo(
    () => ({
      search: { control: 'search', label: t('people.search') },
      role: {
        control: 'select',
        label: t('fields.role'),
        pinned: true,
        options: roles.map((value) => ({ value, label: t(`shell:roles.${value}`) })),
      },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: accessStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      secondFactor: { control: 'yesNo', label: t('fields.secondFactor') },
      withRules: { control: 'yesNo', label: t('fields.ownRules') },
    }),
    [t],
  )
}

const useUserAccessColumns = (): readonly Column<UserAccessList>[] => {
  const { t } = useTranslation(['permissions', 'shell', 'common'])
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'fullName', label: t('fields.person'), phone: 1 },
      { key: 'role', label: t('fields.role'), phone: 2, cell: (role) => t(`shell:roles.${role}`) },
      { key: 'cvl', label: t('fields.cvl'), cell: (cvl) => cvl ?? '–' },
      { key: 'email', label: t('fields.email') },
      { key: 'officeName', label: t('fields.office'), cell: (name) => name ?? '–' },
      {
        key: 'hasSecondFactor',
        label: t('fields.secondFactor'),
        cell: (has) => renderSecondFactorBadge(has, t(has ? 'common:yes' : 'common:no')),
      },
      {
        key: 'state',
        label: t('fields.state'),
        phone: 3,
        cell: (state) => renderAccessBadge(state, t(`states.${state}`)),
      },
      {
        key: 'ownRules',
        label: t('fields.ownRules'),
        align: 'end',
        cell: (rules) => (rules > 0 ? format.number(rules) : '–'),
      },
      { key: 'username', label: t('fields.username'), optional: true },
      { key: 'endedAt', label: t('fields.endedAt'), optional: true, cell: format.dateTime },
    ],
    [t, format],
  )
}

export const prefetch = createListPrefetch(listPeople)

const buildUserAccessHref = createRowHref('/crm/ModulosPermisos/personas')

/** Everybody who works in the prefix, or did: who they are here, and whether they can sign in. */
export default function UserAccessListScreen() {
  const { t } = useTranslation('permissions')
  const mayGive = usePermission('bt_ModulosPermisos', 'create')
  return (
    <ListScreen
      list={listPeople}
      label={t('people.title')}
      context={(count, total) => t('people.count', { count, total })}
      above={
        <AccessTabs
          current="people"
          action={
            mayGive && (
              <Button
                component={Link}
                to="/crm/ModulosPermisos/acceso"
                leftSection={<IconUserPlus size={16} aria-hidden />}
              >
                {t('give.title')}
              </Button>
            )
          }
        />
      }
      filters={useUserAccessFilters()}
      columns={useUserAccessColumns()}
      rowHref={buildUserAccessHref}
      empty={t('people.empty')}
    />
  )
}

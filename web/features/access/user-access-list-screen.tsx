import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconDoorExit, IconShieldCheck, IconShieldOff, IconUserPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { accessStates, listPeople, type PersonRow } from '#contract/access.ts'
import { roles } from '#contract/permissions.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
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
        alwaysShown: true,
        options: roles.map((value) => ({ value, label: t(`shell:roles.${value}`) })),
      },
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: accessStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      secondFactor: { control: 'yesNo', label: t('fields.secondFactor') },
      withRules: { control: 'yesNo', label: t('fields.ownRules') },
    }),
    [t],
  )
}

const useUserAccessColumns = () => {
  const { t } = useTranslation(['permissions', 'shell', 'common'])
  const format = useFormatters()
  return useListColumns(
    listPeople,
    useMemo(
      (): ScreenColumns<UserAccessList> => [
        { key: 'fullName', phone: 1 },
        { key: 'role', phone: 2 },
        'cvl',
        'email',
        'officeName',
        { key: 'hasSecondFactor', cell: (has) => renderSecondFactorBadge(has, t(has ? 'common:yes' : 'common:no')) },
        { key: 'state', phone: 3, cell: (state, _, word) => renderAccessBadge(state, word) },
        { key: 'ownRules', cell: (rules) => (rules > 0 ? format.number(rules) : '–') },
        { key: 'username', optional: true },
        { key: 'endedAt', optional: true },
      ],
      [t, format],
    ),
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
      contentAbove={
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
      emptyHint={t('people.emptyHint')}
    />
  )
}

import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RowAction } from './row-menu-types.ts'

const RowMenuItem = ({ action }: { action: RowAction }) => {
  if ('run' in action) return <Menu.Item onClick={action.run}>{action.label}</Menu.Item>
  const { href, label } = action
  // A telephone number or an e-mail address isn't the router's.
  if (!href.startsWith('/'))
    return (
      <Menu.Item component="a" href={href}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu.Item component={Link} to={href}>
      {label}
    </Menu.Item>
  )
}

/** The items of a row's menu. Where nothing else is to be done with the row, they still lead to its record. */
export const RowMenuItems = ({ actions, href }: { actions: readonly RowAction[]; href: string | undefined }) => {
  const { t } = useTranslation('list')
  const shown: readonly RowAction[] =
    actions.length === 0 && href ? [{ key: 'open', label: t('rowActions.open'), href }] : actions
  return shown.map((action) => <RowMenuItem key={action.key} action={action} />)
}

import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { useDeclaredPageActions } from './page-actions.ts'

export type RecordAction = { key: string; label: string; icon?: ReactNode } & (
  | { onClick: () => void }
  | { href: string }
)

/** So many stand as buttons; the others are in a menu beside them. */
const maxButtons = 3

type MenuProps = {
  actions: readonly RecordAction[]
  label: string
  /** At the end of a row, where it looks as the menus of lists do. */
  isInRow?: true
}

const rowButtonLook = { variant: 'subtle', color: 'gray', size: 28 }
const pageButtonLook = { variant: 'default', size: 36 }

/** Actions under a button with three dots. Nothing without any. */
export const ActionMenu = ({ actions, label, isInRow }: MenuProps) => {
  const navigate = useNavigate()
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon {...(isInRow ? rowButtonLook : pageButtonLook)} aria-label={label} title={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            leftSection={action.icon}
            onClick={() => ('href' in action ? void navigate(action.href) : action.onClick())}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What can be done with a record, the most frequent first: that one is at the right, and the rest in a menu. */
export const RecordActions = ({ actions }: { actions: readonly RecordAction[] }) => {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const buttons = actions.slice(0, maxButtons).toReversed()
  useDeclaredPageActions(
    actions.map((action) => ({
      key: action.key,
      title: action.label,
      run: 'href' in action ? () => void navigate(action.href) : action.onClick,
    })),
  )
  return (
    <>
      <ActionMenu actions={actions.slice(maxButtons)} label={t('moreActions')} />
      {buttons.map((action) => {
        const look = { variant: action === actions[0] ? 'filled' : 'default', leftSection: action.icon }
        return 'href' in action ? (
          <Button key={action.key} {...look} component={Link} to={action.href}>
            {action.label}
          </Button>
        ) : (
          <Button key={action.key} {...look} onClick={action.onClick}>
            {action.label}
          </Button>
        )
      })}
    </>
  )
}

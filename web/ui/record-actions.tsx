import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
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

/** What was done may take its own button away: who had the focus on it goes on at the most frequent of the others. */
const useFocusBeyondButton = () => {
  const first = useRef<HTMLButtonElement & HTMLAnchorElement>(null)
  const held = useRef<Element | null>(null)
  useEffect(() => {
    if (!held.current || held.current.isConnected || document.activeElement !== document.body) return
    // Once: whoever goes elsewhere afterwards isn't called back.
    held.current = null
    first.current?.focus({ preventScroll: true })
  })
  const onFocus = ({ currentTarget }: FocusEvent): void => {
    held.current = currentTarget
  }
  return { first, onFocus }
}

/** What can be done with a record, the most frequent first: that one is at the right, and the rest in a menu. */
export const RecordActions = ({ actions }: { actions: readonly RecordAction[] }) => {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const { first, onFocus } = useFocusBeyondButton()
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
        const isFirst = action === actions[0]
        const look = {
          variant: isFirst ? 'filled' : 'default',
          leftSection: action.icon,
          onFocus,
          ...(isFirst && { ref: first }),
        }
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

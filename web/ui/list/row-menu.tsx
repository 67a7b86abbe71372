import { Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from './row-menu.module.css'
import type { RowAction, RowMenuProps } from './row-menu-types.ts'

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

/** The menu of a row. It comes because its button was pressed, and so it comes open. */
export default function RowMenu({ label, listActions }: RowMenuProps) {
  const [opened, setOpened] = useState(true)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" returnFocus>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={label}>
          <IconDots size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {opened && listActions().map((action) => <RowMenuItem key={action.key} action={action} />)}
      </Menu.Dropdown>
    </Menu>
  )
}

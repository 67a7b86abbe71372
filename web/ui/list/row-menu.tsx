import { Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { isValidElement, useState } from 'react'
import classes from './row-menu.module.css'
import { RowMenuItems } from './row-menu-items.tsx'
import type { RowMenuProps } from './row-menu-types.ts'

/** The menu of a row. It comes because its button was pressed, and so it comes open. */
export default function RowMenu({ label, listActions, buildHref }: RowMenuProps) {
  const [opened, setOpened] = useState(true)
  const actions = opened && listActions()
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" returnFocus>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={label}>
          <IconDots size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions && (isValidElement(actions) ? actions : <RowMenuItems actions={actions} href={buildHref?.()} />)}
      </Menu.Dropdown>
    </Menu>
  )
}

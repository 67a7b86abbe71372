import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateActions } from '../actions.ts'
import classes from './create-new.module.css'
import list from './menu-list.module.css'

/** What the person may make new, from any page; nothing where there is nothing. */
export const CreateMenu = () => {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const actions = useCreateActions()
  if (actions.length === 0) return null
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={240} trapFocus withinPortal={false}>
      <Popover.Target>
        <Button
          className={classes.button!}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t('actions.new')}
          onClick={() => setOpen(!open)}
        >
          {t('actions.newShort')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={list.dropdown} aria-label={t('actions.new')}>
        {actions.map(({ key, title, icon: Icon, run }) => (
          <UnstyledButton
            key={key}
            className={list.item}
            onClick={() => {
              setOpen(false)
              run()
            }}
          >
            <Icon size={18} stroke={1.6} />
            {title}
          </UnstyledButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

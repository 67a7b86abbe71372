import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import { useCreateActions } from '../actions.ts'
import classes from './create-new.module.css'
import list from './menu-list.module.css'

/** The list in which a new record will stand: the page around its dialog, or above its form. */
const findListPath = (path: string): string => path.replace(/#.*|\/[^/#]*$/, '')

/** What the person may make new, from any page, and by n; nothing where there is nothing. On a list whose records are made n makes one. */
export const CreateMenu = () => {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const actions = useCreateActions()
  const { pathname } = useLocation()
  const createHere = (): void => {
    const here = actions.find(({ creates = '' }) => findListPath(creates) === pathname)
    if (here) here.run()
    else setOpen(true)
  }
  useKeyBindings({ ...(actions.length > 0 && { n: createHere }) })
  if (actions.length === 0) return null
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={240} trapFocus withinPortal={false}>
      <Popover.Target>
        <Button
          className={classes.button!}
          classNames={{ section: classes.icon ?? '' }}
          variant="default"
          data-tour="create"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t('actions.new')}
          onClick={() => setOpen(!open)}
        >
          <span className={classes.text}>{t('actions.newShort')}</span>
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

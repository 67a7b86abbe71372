import { Popover, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconDatabase } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import list from './menu-list.module.css'
import { requestPrefixSwitch } from './prefix-choice.ts'
import classes from './prefix-switch.module.css'

/** Which prefix the person works in; whoever has several can change. */
export const PrefixSwitch = () => {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const current = useSession((state) => state.selectedDatabasePrefix)
  const prefixes = useSession((state) => state.session?.prefixes) ?? []
  const name = t(`prefixes.${current}`)
  if (prefixes.length < 2)
    return (
      <span className={classes.prefix} title={t('prefix', { name })}>
        <IconDatabase size={16} stroke={1.6} aria-hidden />
        {name}
      </span>
    )
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={220} trapFocus withinPortal={false}>
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={t('prefixSwitch.open', { name })}
          onClick={() => setOpen(!open)}
        >
          <IconDatabase size={16} stroke={1.6} aria-hidden />
          {name}
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={list.dropdown} aria-label={t('prefixSwitch.label')}>
        {prefixes.map((prefix) => (
          <UnstyledButton
            key={prefix}
            className={list.item}
            aria-current={prefix === current || undefined}
            onClick={() => {
              setOpen(false)
              if (prefix !== current) requestPrefixSwitch(prefix)
            }}
          >
            {t(`prefixes.${prefix}`)}
            {prefix === current && <IconCheck className={list.end} size={16} aria-hidden />}
          </UnstyledButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

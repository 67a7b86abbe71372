import { ActionIcon, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDatabase, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { offeredLanguages, useSession } from '#web/core/session.ts'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './topbar.module.css'

type Props = { menuOpen: boolean; onMenu: () => void; onSearch: () => void }

const ThemeToggle = () => {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const dark = useComputedColorScheme() === 'dark'
  const Icon = dark ? IconSun : IconMoon
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.icon}
      aria-label={t(dark ? 'theme.light' : 'theme.dark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  )
}

/** The bar over every screen. */
export const Topbar = ({ menuOpen, onMenu, onSearch }: Props) => {
  const { t } = useTranslation('shell')
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes.burger}
        aria-label={t('menu.open')}
        aria-expanded={menuOpen}
        aria-controls="sidebar"
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <UnstyledButton className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={classes.searchText}>{t('palette.open')}</span>
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      <div className={classes.tools}>
        <LanguageSwitch offered={offeredLanguages(prefix)} />
        <ThemeToggle />
        <span className={classes.prefix} title={t('prefix', { name: prefix })}>
          <IconDatabase size={16} stroke={1.6} aria-hidden />
          {t(`prefixes.${prefix}`)}
        </span>
        <ProfileMenu />
      </div>
    </header>
  )
}

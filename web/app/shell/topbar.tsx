import { ActionIcon, Popover, UnstyledButton } from '@mantine/core'
import { IconDatabase, IconDots, IconMenu2, IconMoon, IconSearch, IconSettings, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { offeredLanguages } from '#contract/permissions.ts'
import { setLayout, showRightSideBar, useLayout } from '#web/core/layout.ts'
import { useSession } from '#web/core/session.ts'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { Brand } from './brand.tsx'
import { CurrencySwitch } from './currency-switch.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './topbar.module.css'
import type { SidebarState } from './use-sidebar.ts'

type Props = { sidebar: SidebarState; onSearch: () => void }
type ButtonProps = {
  label: string
  icon: typeof IconSun
  onClick: () => void
  className?: string | undefined
} & Record<`aria-${string}`, string | boolean>

const BarButton = ({ label, icon: Icon, className = '', ...rest }: ButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    className={`${classes.icon} ${className}`}
    aria-label={label}
    {...rest}
  >
    <Icon size={20} stroke={1.6} />
  </ActionIcon>
)

const ThemeToggle = () => {
  const { t } = useTranslation('shell')
  const dark = useLayout(({ effective }) => effective.layoutColor === 'dark')
  return (
    <BarButton
      icon={dark ? IconSun : IconMoon}
      label={t(dark ? 'theme.light' : 'theme.dark')}
      onClick={() => setLayout({ layoutColor: dark ? 'light' : 'dark' })}
    />
  )
}

/** The way to the panel of settings, where the administrator has it on. */
const SettingsButton = () => {
  const { t } = useTranslation('shell')
  const allowed = useSession((state) => state.session?.settingsPanel)
  const open = useLayout((state) => state.isOpenRightSideBar)
  if (!allowed) return null
  return (
    <BarButton
      icon={IconSettings}
      label={t('settingsPanel')}
      aria-expanded={open}
      onClick={() => showRightSideBar(true)}
    />
  )
}

const Prefix = () => {
  const { t } = useTranslation('shell')
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  return (
    <span className={classes.prefix} title={t('prefix', { name: prefix })}>
      <IconDatabase size={16} stroke={1.6} aria-hidden />
      {t(`prefixes.${prefix}`)}
    </span>
  )
}

/** What is chosen now and then. In a narrow window it stands behind one button. */
const Choices = () => {
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  return (
    <>
      <LanguageSwitch offered={offeredLanguages(prefix)} />
      <CurrencySwitch />
      <Prefix />
      <ThemeToggle />
      <SettingsButton />
    </>
  )
}

const More = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell')
  return (
    <Popover position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} className={classes.icon} aria-label={t('more')}>
          <IconDots size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.more}>{children}</Popover.Dropdown>
    </Popover>
  )
}

/** The bar over every screen. */
export const Topbar = ({ sidebar, onSearch }: Props) => {
  const { t } = useTranslation('shell')
  const narrow = useLayout(({ effective }) => effective.narrow)
  const action = sidebar.use === 'over' ? 'open' : sidebar.expanded ? 'fold' : 'unfold'
  return (
    <header className={classes.bar} data-part="topbar" inert={sidebar.open}>
      <Brand className={classes.brand} />
      {sidebar.use !== 'none' && (
        <BarButton
          icon={IconMenu2}
          label={t(`menu.${action}`)}
          aria-expanded={sidebar.expanded}
          aria-controls="sidebar"
          onClick={sidebar.press}
        />
      )}
      <UnstyledButton className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={classes.searchText}>{t('palette.open')}</span>
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      <div className={classes.tools}>
        {narrow ? (
          <More>
            <Choices />
          </More>
        ) : (
          <Choices />
        )}
        <ProfileMenu />
      </div>
    </header>
  )
}

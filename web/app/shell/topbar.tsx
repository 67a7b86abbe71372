import { ActionIcon, Popover, UnstyledButton } from '@mantine/core'
import { IconDots, IconMenu2, IconMoon, IconSearch, IconSettings, IconSun } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { getOfferedLanguages } from '#contract/core/languages.ts'
import { setLayout, setRightSideBarOpen, useLayoutStore } from '#web/core/layout.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { Brand } from './brand.tsx'
import { CreateMenu } from './create-new.tsx'
import { CurrencySwitch } from './currency-switch.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { FullScreenButton } from './full-screen-button.tsx'
import { NotificationsButton } from './notifications-button.tsx'
import { PrefixSwitch } from './prefix-switch.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './topbar.module.css'
import type { SidebarState } from './use-sidebar.ts'

type Props = { sidebar: SidebarState; onSearch: () => void }
type BarButtonProps = {
  label: string
  icon: typeof IconSun
  onClick: () => void
  className?: string | undefined
} & Record<`aria-${string}`, string | boolean>

const BarButton = ({ label, icon: Icon, className = '', ...rest }: BarButtonProps) => (
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
  const dark = useLayoutStore(({ effective }) => effective.layoutColor === 'dark')
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
  const open = useLayoutStore((state) => state.isOpenRightSideBar)
  if (!allowed) return null
  return (
    <BarButton
      icon={IconSettings}
      label={t('settingsPanel')}
      aria-expanded={open}
      onClick={() => setRightSideBarOpen(true)}
    />
  )
}

/** What everything is shown in. */
const DisplayContextSwitches = () => {
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  return (
    <>
      <LanguageSwitch offered={getOfferedLanguages(prefix)} />
      <CurrencySwitch />
      <PrefixSwitch />
    </>
  )
}

/** How it looks. */
const AppearanceButtons = () => (
  <>
    <FullScreenButton />
    <ThemeToggle />
    <SettingsButton />
  </>
)

/** What is chosen now and then stands behind one button where the bar has no room for it. */
const OverflowMenu = ({ children }: { children: ReactNode }) => {
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

/** What the choices take beside the search, in pixels. */
const minWidthForAllButtons = 1050

/** Whether the bar is wide enough for all that can stand in it: menus beside it take from the window. */
const useHasRoomForButtons = (bar: RefObject<HTMLElement | null>): boolean => {
  const [hasRoom, setRoom] = useState(true)
  useLayoutEffect(() => {
    const measure = (): void => setRoom((bar.current?.clientWidth ?? 0) >= minWidthForAllButtons)
    const observer = new ResizeObserver(measure)
    measure()
    if (bar.current) observer.observe(bar.current)
    return () => observer.disconnect()
  }, [bar])
  return hasRoom
}

/** The bar over every screen. */
export const Topbar = ({ sidebar, onSearch }: Props) => {
  const { t } = useTranslation('shell')
  const bar = useRef<HTMLElement>(null)
  const hasRoom = useHasRoomForButtons(bar)
  const action = sidebar.use === 'over' ? 'open' : sidebar.expanded ? 'fold' : 'unfold'
  return (
    <header ref={bar} className={classes.bar} data-part="topbar" inert={sidebar.open}>
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
      <UnstyledButton className={classes.search} data-tour="search" onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={classes.searchText}>{t('palette.open')}</span>
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      <FavouriteButton />
      <div className={classes.tools}>
        <CreateMenu />
        {hasRoom && <DisplayContextSwitches />}
        <NotificationsButton />
        {hasRoom ? (
          <AppearanceButtons />
        ) : (
          <OverflowMenu>
            <div className={classes.row}>
              <DisplayContextSwitches />
            </div>
            <div className={classes.row}>
              <AppearanceButtons />
            </div>
          </OverflowMenu>
        )}
        <ProfileMenu />
      </div>
    </header>
  )
}

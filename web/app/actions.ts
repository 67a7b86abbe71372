import {
  IconArrowsMaximize,
  IconCurrencyEuro,
  IconDatabase,
  IconEye,
  IconLanguage,
  IconLock,
  IconLogout,
  IconMoon,
  IconPalette,
  IconStar,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { getOfferedLanguages } from '#contract/core/languages.ts'
import { setLayout, setRightSideBarOpen, useLayoutStore } from '#web/core/layout.ts'
import { hasPermission, useSession } from '#web/core/session.ts'
import { setCurrency, setLanguage } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { features } from '#web/features/all-features.ts'
import { isFullScreenSupported, toggleFullScreen } from './shell/full-screen.ts'
import { requestPrefixSwitch } from './shell/prefix-choice.ts'
import { getScreenIcon, type Icon } from './shell/screen-icons.ts'
import { useFavouriteToggle } from './shell/use-favourites.ts'
import { setViewDialogOpen } from './shell/view-choice.ts'

/** Something that can be done from anywhere: a line of the palette, and, where it makes a new record, of the menu for that: `creates` is where. */
export type AppAction = { key: string; title: string; icon: Icon; run: () => void; creates?: string }

const createEntries = features.flatMap(({ creates }) => creates ?? [])

/** What the signed-in person can make, in the order of the features. */
export const useCreateActions = (): AppAction[] => {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  useSession((state) => state.session)
  return createEntries
    .filter(({ permission: { module, action } }) => hasPermission(module, action))
    .map(({ title, path, permission: { module } }) => ({
      key: `create.${title}`,
      title: t(`actions.create.${title}`),
      icon: getScreenIcon({ key: module }),
      run: () => void go(path),
      creates: path,
    }))
}

const usePreferenceActions = (): AppAction[] => {
  const { t } = useTranslation('shell')
  const session = useSession((state) => state.session)
  const { currentLanguage, activeCurrency } = useSession.getState()
  if (!session) return []
  const others = getOfferedLanguages(session.prefix).filter((language) => language !== currentLanguage)
  const currencies = ['EUR', ...session.currencies.map(({ code }) => code)].filter((code) => code !== activeCurrency)
  return [
    ...others.map((language) => ({
      key: `language.${language}`,
      title: t('actions.language', { name: t(`languages.${language}`) }),
      icon: IconLanguage,
      run: () => setLanguage(language),
    })),
    ...currencies.map((code) => ({
      key: `currency.${code}`,
      title: t('actions.currency', { code }),
      icon: IconCurrencyEuro,
      run: () => setCurrency(code),
    })),
    ...session.prefixes
      .filter((prefix) => prefix !== session.prefix)
      .map((prefix) => ({
        key: `prefix.${prefix}`,
        title: t('actions.prefix', { name: t(`prefixes.${prefix}`) }),
        icon: IconDatabase,
        run: () => requestPrefixSwitch(prefix),
      })),
  ]
}

/** Everything that the signed-in person can do from anywhere. */
export const useAppActions = (): AppAction[] => {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  const dark = useLayoutStore(({ effective }) => effective.layoutColor === 'dark')
  const panel = useSession((state) => state.session?.settingsPanel)
  const mayChangeView = useSession((state) => state.session?.mayChangeView)
  const favourite = useFavouriteToggle()
  const fixed: (AppAction | false | undefined | null)[] = [
    favourite &&
      !favourite.isFull && {
        key: 'favourite',
        title: t(favourite.isFavourite ? 'favourites.remove' : 'favourites.add', {
          page: t(`screens.${favourite.title}`),
        }),
        icon: IconStar,
        run: favourite.toggle,
      },
    {
      key: 'theme',
      title: t(dark ? 'theme.light' : 'theme.dark'),
      icon: dark ? IconSun : IconMoon,
      run: () => setLayout({ layoutColor: dark ? 'light' : 'dark' }),
    },
    panel && { key: 'layout', title: t('settingsPanel'), icon: IconPalette, run: () => setRightSideBarOpen(true) },
    isFullScreenSupported() && {
      key: 'fullScreen',
      title: t('fullScreen.toggle'),
      icon: IconArrowsMaximize,
      run: () => void toggleFullScreen(),
    },
    mayChangeView && { key: 'view', title: t('profile.changeView'), icon: IconEye, run: () => setViewDialogOpen() },
    { key: 'lock', title: t('profile.lock'), icon: IconLock, run: () => void go('/auth/lock-screen') },
    { key: 'signOut', title: t('profile.signOut'), icon: IconLogout, run: () => void go('/auth/logout') },
  ]
  const creations = useCreateActions().map((action) => ({
    ...action,
    title: `${t('actions.newShort')}: ${action.title}`,
  }))
  return [...creations, ...usePreferenceActions(), ...fixed.filter((action) => !!action)]
}

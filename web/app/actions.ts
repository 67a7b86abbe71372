import {
  IconArrowsMaximize,
  IconCoin,
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
import { useTranslation } from 'react-i18next'
import { type NavigateFunction, useNavigate } from 'react-router'
import { offeredLanguages } from '#contract/core/languages.ts'
import { setLayout, showRightSideBar, useLayout } from '#web/core/layout.ts'
import { can, chooseCurrency, chooseLanguage, useSession } from '#web/core/session.ts'
import { canFillScreen, toggleFullScreen } from './shell/full-screen.ts'
import { askForPrefix } from './shell/prefix-choice.ts'
import type { Icon } from './shell/screen-icons.ts'
import { useFavourite } from './shell/use-favourites.ts'
import { askForView } from './shell/view-choice.ts'

/** Something that can be done from anywhere: a line of the palette, and, where it makes a new record, of the menu for that. */
export type Action = { key: string; title: string; icon: Icon; run: () => void; creates?: true }

const creating = (go: NavigateFunction, title: (key: 'currencyRate') => string): Action[] =>
  can('bt_Ajustes', 'edit')
    ? [
        {
          key: 'create.currencyRate',
          title: title('currencyRate'),
          icon: IconCoin,
          run: () => void go('/crm/Ajustes#new-rate'),
          creates: true,
        },
      ]
    : []

/** What the signed-in person can make, in the order of the menu. */
export const useCreating = (): Action[] => {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  useSession((state) => state.session)
  return creating(go, (key) => t(`actions.create.${key}`))
}

const useChoosing = (): Action[] => {
  const { t } = useTranslation('shell')
  const session = useSession((state) => state.session)
  const { currentLanguage, activeCurrency } = useSession.getState()
  if (!session) return []
  const others = offeredLanguages(session.prefix).filter((language) => language !== currentLanguage)
  const currencies = ['EUR', ...session.currencies.map(({ code }) => code)].filter((code) => code !== activeCurrency)
  return [
    ...others.map((language) => ({
      key: `language.${language}`,
      title: t('actions.language', { name: t(`languages.${language}`) }),
      icon: IconLanguage,
      run: () => chooseLanguage(language),
    })),
    ...currencies.map((code) => ({
      key: `currency.${code}`,
      title: t('actions.currency', { code }),
      icon: IconCurrencyEuro,
      run: () => chooseCurrency(code),
    })),
    ...session.prefixes
      .filter((prefix) => prefix !== session.prefix)
      .map((prefix) => ({
        key: `prefix.${prefix}`,
        title: t('actions.prefix', { name: t(`prefixes.${prefix}`) }),
        icon: IconDatabase,
        run: () => askForPrefix(prefix),
      })),
  ]
}

/** Everything that the signed-in person can do from anywhere. */
export const useActions = (): Action[] => {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  const dark = useLayout(({ effective }) => effective.layoutColor === 'dark')
  const panel = useSession((state) => state.session?.settingsPanel)
  const mayChangeView = useSession((state) => state.session?.mayChangeView)
  const favourite = useFavourite()
  const fixed: (Action | false | undefined | null)[] = [
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
    panel && { key: 'layout', title: t('settingsPanel'), icon: IconPalette, run: () => showRightSideBar(true) },
    canFillScreen() && {
      key: 'fullScreen',
      title: t('fullScreen.toggle'),
      icon: IconArrowsMaximize,
      run: () => void toggleFullScreen(),
    },
    mayChangeView && { key: 'view', title: t('profile.changeView'), icon: IconEye, run: () => askForView() },
    { key: 'lock', title: t('profile.lock'), icon: IconLock, run: () => void go('/auth/lock-screen') },
    { key: 'signOut', title: t('profile.signOut'), icon: IconLogout, run: () => void go('/auth/logout') },
  ]
  return [...useCreating(), ...useChoosing(), ...fixed.filter((action) => !!action)]
}

import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useMatches, useNavigate } from 'react-router'
import { listRecentCommands, rememberRecentCommand } from '#web/core/recent-commands.ts'
import type { Screen } from '#web/core/screen.ts'
import { useSession } from '#web/core/session.ts'
import { takeTypedAhead } from '#web/core/typed-ahead.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { listPageActions } from '#web/ui/page-actions.ts'
import { useAppActions } from '../actions.ts'
import { listOpenSections, listReachableScreens } from '../screens.ts'
import {
  beginsAllWords,
  isMeantToMake,
  matchesAllWords,
  type PaletteGroup,
  type PaletteItem,
  toWords,
} from './palette-words.ts'
import { getScreenIcon } from './screen-icons.ts'
import { SearchDialog } from './search-dialog.tsx'
import { usePendingEnter } from './use-pending-enter.ts'
import { minSearchLength, useRecordSearch } from './use-record-search.ts'

const maxRecentItems = 5

/** What is offered before anything is typed: where the person was lately, and what they did here, but for the page in sight. */
const useRecentKeys = (): readonly string[] => {
  const here = (useMatches().at(-1)?.handle as Screen | undefined)?.path
  const username = useSession((state) => state.user?.username ?? '')
  const [keys] = useState(() => listRecentCommands(username))
  return keys.filter((key) => key !== here)
}

type PaletteCommands = Record<'lately' | 'onPage' | 'making' | 'named' | 'pages' | 'actions', PaletteGroup> & {
  /** What is typed begins the words of something that can be done on the page in sight. */
  isActionMeant: boolean
}

/** Pages and actions whose name has every word: those of which it begins so apart. Without words the latest ones stand first. */
const usePaletteCommands = (text: string): PaletteCommands => {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const words = toWords(text)
  const screenItems: PaletteItem[] = listReachableScreens().map((screen) => ({
    key: screen.path,
    run: () => void navigate(screen.path),
    title: t(`shell:screens.${screen.title}`),
    icon: getScreenIcon(screen),
  }))
  const sections: PaletteItem[] = listOpenSections().map(({ path, title, permission }) => ({
    key: path,
    run: () => void navigate(path),
    title: t(`sections.${title}`),
    icon: getScreenIcon({ key: permission.module }),
  }))
  // Too many to be offered before anything is typed.
  const pages = words.length > 0 ? [...screenItems, ...sections] : screenItems
  const actions: (PaletteItem & { creates?: string })[] = useAppActions()
  const makingWords = toWords(t('makingWords'))
  const meant = actions.filter(({ creates, title }) => creates && isMeantToMake(words, makingWords, title))
  // Words that name nothing yet may be those of a record too.
  const making = words.every((word) => makingWords.includes(word)) ? [] : meant
  const [onPage] = useState(() => listPageActions().map((action) => ({ ...action, icon: IconPlayerPlay })))
  const recentKeys = useRecentKeys()
  const known = new Map([...pages, ...actions].map((item) => [item.key, item]))
  const lately = words.length > 0 ? [] : recentKeys.flatMap((key) => known.get(key) ?? []).slice(0, maxRecentItems)
  const named = words.length > 0 ? pages.filter(({ title }) => beginsAllWords(words, title)) : []
  const rest = (items: PaletteItem[]): PaletteItem[] =>
    items.filter(
      (item) =>
        ![lately, named, making].some((items) => items.includes(item)) &&
        (meant.includes(item) || matchesAllWords(words, item.title)),
    )
  return {
    lately: { name: t('recent'), lines: lately },
    onPage: { name: t('onPage'), lines: rest(onPage) },
    isActionMeant: words.length > 0 && onPage.some(({ title }) => beginsAllWords(words, title)),
    making: { name: t('actions'), lines: making },
    named: { name: t('screens'), lines: named },
    pages: { name: t(named.length > 0 ? 'otherScreens' : 'screens'), lines: rest(pages) },
    actions: { name: t('actions'), lines: rest(actions) },
  }
}

/** What leaves the page in sight: another one begins at its start; after an action the focus goes back. */
const leadsToPage = (key: string): boolean => /^(\/|record\.)/.test(key)
/** Pages are remembered as they are reached, however somebody comes there; an action of a page belongs to it. */
const isRemembered = (key: string): boolean => !leadsToPage(key) && !key.startsWith('page.')

/** Pages, actions and records of every kind by what is typed: arrows choose, Enter goes. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['palette', 'shell'])
  const username = useSession((state) => state.user?.username)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { recent, groups: found, failed, busy } = useRecordSearch(text)
  const { lately, onPage, isActionMeant, making, named, pages, actions } = usePaletteCommands(text)
  // Whoever types a name means a record more often than an action, unless the name of a page or of what can be done here begins so.
  const others = isActionMeant ? [onPage, named, ...found, pages, actions] : [named, ...found, onPage, pages, actions]
  const meant = [making, ...others]
  const groups = (text.trim() ? meant : [recent, onPage, lately, pages, actions]).filter(
    ({ lines }) => lines.length > 0,
  )
  const all = groups.flatMap(({ lines }) => lines)
  const line = all[Math.min(chosen, all.length - 1)]

  const go = ({ key, run }: PaletteItem): void => {
    if (username && isRemembered(key)) rememberRecentCommand(username, key)
    if (leadsToPage(key)) document.getElementById('content')?.focus({ preventScroll: true })
    onClose()
    run()
  }
  const setEnterPending = usePendingEnter(busy, line, go)
  const enter = (): void => {
    // Whoever is quicker than the search means what it is about to find.
    if (busy && (!line || line.key.startsWith('record.'))) setEnterPending(true)
    else if (line) go(line)
  }
  // From here on the field itself hears what is typed.
  const begin = (): void => {
    const before = takeTypedAhead()
    if (before.text) setText(before.text)
    if (before.isEnterPressed) setEnterPending(true)
  }
  const statusText = failed
    ? t('failed')
    : busy
      ? t('searching')
      : text.trim().length >= minSearchLength && !all.length
        ? t('nothing', { text: text.trim() })
        : text.trim().length < minSearchLength
          ? t('start')
          : ''

  return (
    <SearchDialog
      label={t('title')}
      hint={t('hint')}
      text={text}
      onText={(typed) => {
        setText(typed)
        setEnterPending(false)
      }}
      onFocus={begin}
      groups={groups}
      words={toWords(text)}
      selectedIndex={chosen}
      onChosen={setChosen}
      onEnter={enter}
      onGo={go}
      statusText={statusText}
      onClose={onClose}
    />
  )
}

import { IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { searchClients } from '#contract/clients.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useAppActions } from '../actions.ts'
import { listReachableScreens } from '../screens.ts'
import { getScreenIcon } from './screen-icons.ts'
import { SearchDialog, type SearchOption } from './search-dialog.tsx'
import { takeTypedAhead } from './typed-ahead.ts'
import { useDebouncedText } from './use-debounced-text.ts'

/** A line: where it leads, or what it does. */
type PaletteItem = SearchOption & { run: () => void }
type PaletteGroup = { name: string; lines: PaletteItem[] }
const minSearchLength = 2

const stripAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word somewhere in the title, in whatever order. */
const matchesAllWords = (words: readonly string[], title: string): boolean => {
  const text = stripAccents(title)
  return words.every((word) => text.includes(word))
}

const useClientResults = (text: string) => {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const maySearch = usePermission('bt_Clientes', 'view')
  const q = useDebouncedText(text.trim())
  const enabled = maySearch && q.length >= minSearchLength
  const answer = useQuery({
    ...buildQueryOptions(searchClients, { query: { q } }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const found = enabled ? (answer.data?.clients ?? []) : []
  const items: PaletteItem[] = found.map(({ id, fullName, cvl, managerName }) => ({
    key: `client.${id}`,
    run: () => void navigate(`/clientes/${id}`),
    title: fullName,
    note: managerName ? `${cvl} · ${t('palette.manager', { name: managerName })}` : cvl,
    icon: IconUser,
  }))
  const accounts: PaletteItem[] = (enabled ? (answer.data?.accounts ?? []) : []).map((account) => ({
    key: `client.account.${account.id}`,
    run: () => void navigate(`/clientes/${account.clientId}/cuentas/${account.id}`),
    title: account.number,
    note: `${account.productName} · ${account.clientName}`,
    icon: IconUser,
  }))
  return {
    maySearch,
    items,
    accounts,
    failed: enabled && answer.isError,
    busy: text.trim() !== q || (enabled && answer.isFetching),
  }
}

/** What this person chose here lately, the newest first: keys of pages and actions, never of clients. In memory only. */
let recentKeys: readonly string[] = []
const maxRecentKeys = 5

const rememberRecentKey = (key: string): void => {
  if (!key.startsWith('client.')) recentKeys = [key, ...recentKeys.filter((one) => one !== key)].slice(0, maxRecentKeys)
}

/** Pages and actions whose name has every word; without words the last ones chosen stand first. */
const usePaletteCommands = (text: string): [lately: PaletteGroup, pages: PaletteGroup, actions: PaletteGroup] => {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const words = stripAccents(text).split(/\s+/).filter(Boolean)
  const pages: PaletteItem[] = listReachableScreens().map((screen) => ({
    key: screen.path,
    run: () => void navigate(screen.path),
    title: t(`screens.${screen.title}`),
    icon: getScreenIcon(screen),
  }))
  const actions: PaletteItem[] = useAppActions()
  const [before] = useState(recentKeys)
  const known = new Map([...pages, ...actions].map((item) => [item.key, item]))
  const lately = words.length > 0 ? [] : before.flatMap((key) => known.get(key) ?? [])
  const rest = (items: PaletteItem[]): PaletteItem[] =>
    items.filter((item) => !lately.includes(item) && matchesAllWords(words, item.title))
  return [
    { name: t('palette.recent'), lines: lately },
    { name: t('palette.screens'), lines: rest(pages) },
    { name: t('palette.actions'), lines: rest(actions) },
  ]
}

/** Pages, actions and clients by a part of their name: arrows choose, Enter goes. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isEnterPending, setEnterPending] = useState(false)
  const { maySearch, items: clients, accounts, failed, busy } = useClientResults(text)
  const [lately, pages, actions] = usePaletteCommands(text)
  // Whoever types a name means a client more often than an action.
  const found = [
    { name: t('palette.accounts'), lines: accounts },
    { name: t('palette.clients'), lines: clients },
  ]
  const groups = [lately, pages, ...found, actions].filter(({ lines }) => lines.length > 0)
  const all = groups.flatMap(({ lines }) => lines)
  const line = all[Math.min(chosen, all.length - 1)]

  const go = ({ key, run }: PaletteItem): void => {
    rememberRecentKey(key)
    // Another page begins at its start; after an action the focus goes back.
    if (/^(\/|client\.)/.test(key)) document.getElementById('content')?.focus({ preventScroll: true })
    onClose()
    run()
  }
  const enter = (): void => {
    // Whoever is quicker than the search means what it is about to find, not what it found for fewer letters.
    if (busy && (!line || clients.includes(line) || accounts.includes(line))) setEnterPending(true)
    else if (line) go(line)
  }
  useEffect(() => {
    if (!isEnterPending || busy) return
    setEnterPending(false)
    if (line) go(line)
  })
  // From here on the field itself hears what is typed.
  const begin = (): void => {
    const before = takeTypedAhead()
    if (before.text) setText(before.text)
    if (before.entered) setEnterPending(true)
  }
  const says = failed
    ? t('palette.failed')
    : busy
      ? t('palette.searching')
      : text.trim().length >= minSearchLength && !all.length
        ? t('palette.nothing', { text: text.trim() })
        : maySearch && text.trim().length < minSearchLength
          ? t('palette.start')
          : ''

  return (
    <SearchDialog
      label={t('palette.title')}
      hint={t(maySearch ? 'palette.hint' : 'palette.title')}
      text={text}
      onText={(typed) => {
        setText(typed)
        setEnterPending(false)
      }}
      onFocus={begin}
      groups={groups}
      chosen={chosen}
      onChosen={setChosen}
      onEnter={enter}
      onGo={go}
      says={says}
      onClose={onClose}
    />
  )
}

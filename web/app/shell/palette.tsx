import { IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { searchClients } from '#contract/clients.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { useActions } from '../actions.ts'
import { reachable } from '../screens.ts'
import { Chooser, type Line } from './chooser.tsx'
import { iconOf } from './screen-icons.ts'
import { takeTyped } from './typed-ahead.ts'
import { useRested } from './use-rested.ts'

/** A line: where it leads, or what it does. */
type Item = Line & { run: () => void }
type Group = { name: string; lines: Item[] }
const least = 2

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word somewhere in the title, in whatever order. */
const fits = (words: readonly string[], title: string): boolean => {
  const text = plain(title)
  return words.every((word) => text.includes(word))
}

const useClients = (text: string) => {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const maySearch = useCan('bt_Clientes', 'view')
  const q = useRested(text.trim())
  const enabled = maySearch && q.length >= least
  const answer = useQuery({ ...read(searchClients, { query: { q } }), enabled, placeholderData: keepPreviousData })
  const found = enabled ? (answer.data?.clients ?? []) : []
  const items: Item[] = found.map(({ id, fullName, cvl, managerName }) => ({
    key: `client.${id}`,
    run: () => void navigate(`/clientes/${id}`),
    title: fullName,
    note: managerName ? `${cvl} · ${t('palette.manager', { name: managerName })}` : cvl,
    icon: IconUser,
  }))
  const accounts: Item[] = (enabled ? (answer.data?.accounts ?? []) : []).map((account) => ({
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
let recent: readonly string[] = []
const mostRecent = 5

const remember = (key: string): void => {
  if (!key.startsWith('client.')) recent = [key, ...recent.filter((one) => one !== key)].slice(0, mostRecent)
}

/** Pages and actions whose name has every word; without words the last ones chosen stand first. */
const useCommands = (text: string): [lately: Group, pages: Group, actions: Group] => {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const words = plain(text).split(/\s+/).filter(Boolean)
  const pages: Item[] = reachable().map((screen) => ({
    key: screen.path,
    run: () => void navigate(screen.path),
    title: t(`screens.${screen.title}`),
    icon: iconOf(screen),
  }))
  const actions: Item[] = useActions()
  const [before] = useState(recent)
  const known = new Map([...pages, ...actions].map((item) => [item.key, item]))
  const lately = words.length > 0 ? [] : before.flatMap((key) => known.get(key) ?? [])
  const rest = (items: Item[]): Item[] => items.filter((item) => !lately.includes(item) && fits(words, item.title))
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
  const [wanted, setWanted] = useState(false)
  const { maySearch, items: clients, accounts, failed, busy } = useClients(text)
  const [lately, pages, actions] = useCommands(text)
  // Whoever types a name means a client more often than an action.
  const found = [
    { name: t('palette.accounts'), lines: accounts },
    { name: t('palette.clients'), lines: clients },
  ]
  const groups = [lately, pages, ...found, actions].filter(({ lines }) => lines.length > 0)
  const all = groups.flatMap(({ lines }) => lines)
  const line = all[Math.min(chosen, all.length - 1)]

  const go = ({ key, run }: Item): void => {
    remember(key)
    // Another page begins at its start; after an action the focus goes back.
    if (/^(\/|client\.)/.test(key)) document.getElementById('content')?.focus({ preventScroll: true })
    onClose()
    run()
  }
  const enter = (): void => {
    // Whoever is quicker than the search means what it is about to find, not what it found for fewer letters.
    if (busy && (!line || clients.includes(line) || accounts.includes(line))) setWanted(true)
    else if (line) go(line)
  }
  useEffect(() => {
    if (!wanted || busy) return
    setWanted(false)
    if (line) go(line)
  })
  // From here on the field itself hears what is typed.
  const begin = (): void => {
    const before = takeTyped()
    if (before.text) setText(before.text)
    if (before.entered) setWanted(true)
  }
  const says = failed
    ? t('palette.failed')
    : busy
      ? t('palette.searching')
      : text.trim().length >= least && !all.length
        ? t('palette.nothing', { text: text.trim() })
        : maySearch && text.trim().length < least
          ? t('palette.start')
          : ''

  return (
    <Chooser
      label={t('palette.title')}
      hint={t(maySearch ? 'palette.hint' : 'palette.title')}
      text={text}
      onText={(typed) => {
        setText(typed)
        setWanted(false)
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

import { Modal } from '@mantine/core'
import { IconSearch, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { searchClients } from '#contract/clients.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { useActions } from '../actions.ts'
import { reachable } from '../screens.ts'
import classes from './palette.module.css'
import { moduleIcons } from './screen-icons.ts'
import { takeTyped } from './typed-ahead.ts'

/** A line: where it leads, or what it does. */
type Item = {
  key: string
  run: () => void
  title: string
  note?: string
  icon: ComponentType<{ size?: number; stroke?: number }>
}
type Group = { name: string; items: Item[] }
const least = 2
const pause = 120

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word somewhere in the title, in whatever order. */
const fits = (words: readonly string[], title: string): boolean => {
  const text = plain(title)
  return words.every((word) => text.includes(word))
}

/** The text once typing rests: not every letter asks the server. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return rested
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
  return {
    maySearch,
    items,
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
  const pages: Item[] = reachable().map(({ path, title, key: module }) => ({
    key: path,
    run: () => void navigate(path),
    title: t(`screens.${title}`),
    icon: moduleIcons[module],
  }))
  const actions: Item[] = useActions()
  const [before] = useState(recent)
  const known = new Map([...pages, ...actions].map((item) => [item.key, item]))
  const lately = words.length > 0 ? [] : before.flatMap((key) => known.get(key) ?? [])
  const rest = (items: Item[]): Item[] => items.filter((item) => !lately.includes(item) && fits(words, item.title))
  return [
    { name: t('palette.recent'), items: lately },
    { name: t('palette.screens'), items: rest(pages) },
    { name: t('palette.actions'), items: rest(actions) },
  ]
}

/** Pages, actions and clients by a part of their name: arrows choose, Enter goes. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const id = useId()
  useFocusBack()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [wanted, setWanted] = useState(false)
  const { maySearch, items: clients, failed, busy } = useClients(text)
  const [lately, pages, actions] = useCommands(text)
  // Whoever types a name means a client more often than an action.
  const shown = [lately, pages, { name: t('palette.clients'), items: clients }, actions]
  const groups = shown
    .map((group, at) => ({ ...group, from: shown.slice(0, at).reduce((sum, { items }) => sum + items.length, 0) }))
    .filter(({ items }) => items.length > 0)
  const all = shown.flatMap(({ items }) => items)
  const at = Math.min(chosen, all.length - 1)

  const go = ({ key, run }: Item): void => {
    remember(key)
    // Another page begins at its start; after an action the focus goes back.
    if (/^(\/|client\.)/.test(key)) document.getElementById('content')?.focus({ preventScroll: true })
    onClose()
    run()
  }
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && all.length) {
      event.preventDefault()
      setChosen((at + step + all.length) % all.length)
    }
    if (event.key !== 'Enter') return
    const line = all[at]
    // Whoever is quicker than the search means what it is about to find, not what it found for fewer letters.
    if (busy && (!line || clients.includes(line))) setWanted(true)
    else if (line) go(line)
  }
  useEffect(() => {
    if (!wanted || busy) return
    setWanted(false)
    if (all[at]) go(all[at])
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
    <Modal.Root
      opened
      onClose={onClose}
      size="lg"
      lockScroll={false}
      centered={false}
      yOffset="12vh"
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <div className={classes.field}>
          <IconSearch size={20} stroke={1.6} aria-hidden />
          <input
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={t('palette.title')}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={all[at] ? `${id}-${at}` : undefined}
            placeholder={t(maySearch ? 'palette.hint' : 'palette.title')}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            data-autofocus
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setChosen(0)
              setWanted(false)
            }}
            onKeyDown={press}
            onFocus={begin}
          />
          <kbd className={classes.escape}>Esc</kbd>
        </div>
        <div id={id} role="listbox" aria-label={t('palette.title')} className={classes.found}>
          {groups.map(({ name, items, from }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
            <div key={name} role="group" aria-label={name}>
              <div className={classes.group} aria-hidden>
                {name}
              </div>
              {items.map((item, place) => (
                // biome-ignore lint/a11y: the focus stays in the field, whose keys move and choose.
                <div
                  key={item.key}
                  id={`${id}-${from + place}`}
                  role="option"
                  aria-selected={from + place === at}
                  className={classes.item}
                  onMouseMove={() => setChosen(from + place)}
                  onClick={() => go(item)}
                  ref={(element) => {
                    if (from + place === at) element?.scrollIntoView({ block: 'nearest' })
                  }}
                >
                  <item.icon size={18} stroke={1.6} />
                  <span className={classes.title}>{item.title}</span>
                  {item.note && <span className={classes.note}>{item.note}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className={classes.says} role="status">
          {says}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}

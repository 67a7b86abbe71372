import { create } from 'zustand'
import { layoutOptions } from '#contract/personal-area/layouts.ts'
import type { Layout } from '#contract/personal-area/preferences.ts'
import { call } from './call.ts'
import { sessionCalls, useSession } from './session.ts'
import { readStored, writeStored } from './stored.ts'

/** What holds for somebody who has never chosen. */
export const defaultLayout = Object.fromEntries(
  Object.entries(layoutOptions).map(([name, values]) => [name, values[0]]),
) as Layout

/** What a window makes of a layout: below 1140 px the menu comes over the page, and `auto` is what the system shows. */
export type Effective = Omit<Layout, 'layoutColor'> & { layoutColor: 'light' | 'dark'; narrow: boolean }
type Window = { narrow: boolean; dark: boolean }

/** The layout that holds in a window now; the preferred one is left as it is, for the next wider window. */
export const effectiveIn = (preferred: Layout, { narrow, dark }: Window): Effective => ({
  ...preferred,
  ...(narrow && {
    leftSideBarType: 'full',
    layoutMode: preferred.layoutMode === 'detached' ? 'detached' : 'vertical',
  }),
  layoutColor: preferred.layoutColor === 'auto' ? (dark ? 'dark' : 'light') : preferred.layoutColor,
  narrow,
})

/** A change with what follows from it: boxed takes the condensed menu, fluid the default one, unless the change says which. */
export const withConsequences = (change: Partial<Layout>): Partial<Layout> =>
  change.layoutWidth ? { leftSideBarType: change.layoutWidth === 'boxed' ? 'condensed' : 'default', ...change } : change

/** What of something kept is an option of ours with a value of ours. */
export const known = (kept: unknown): Partial<Layout> => {
  const entries = Object.entries(kept ?? {})
  return Object.fromEntries(
    entries.filter(([name, value]) =>
      (layoutOptions[name as keyof Layout] as readonly unknown[] | undefined)?.includes(value),
    ),
  )
}

type LayoutState = {
  /** What the person chose, under the specification's names, completed by the defaults. */
  preferred: Layout
  /** What holds in this window. Themes reach the page as attributes of <html>: nothing is drawn again for them. */
  effective: Effective
  isOpenRightSideBar: boolean
}

const narrowWindow = matchMedia('(width < 1140px)')
const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const thisWindow = (): Window => ({ narrow: narrowWindow.matches, dark: darkSystem.matches })

const copy = readStored('layout')
/** Only what was chosen: a default that is never chosen may change with the product. */
let chosen = known(copy?.chosen)

const stateOf = (): Pick<LayoutState, 'preferred' | 'effective'> => {
  const preferred = { ...defaultLayout, ...chosen }
  return { preferred, effective: effectiveIn(preferred, thisWindow()) }
}

/** The layout that this person prefers, what this window makes of it, and whether the panel of settings is open. */
export const useLayout = create<LayoutState>()(() => ({ ...stateOf(), isOpenRightSideBar: false }))

/** As first-paint.js has done it before the first paint. */
const paint = ({ effective }: Pick<LayoutState, 'effective'>): void => {
  const { layoutColor, narrow: _, ...rest } = effective
  Object.assign(document.documentElement.dataset, rest, { mantineColorScheme: layoutColor })
}

const apply = (): void => {
  const state = stateOf()
  useLayout.setState(state)
  paint(state)
}

const pause = 400
/** Runs from a call to the next one that may follow: the first change goes at once, what comes meanwhile goes together. */
let waiting: ReturnType<typeof setTimeout> | undefined
let owner: string | null = null
let sending = Promise.resolve()
let sent = chosen
/** The server adds what it is sent to what it has: before what was chosen anew it must forget. */
let forgetFirst = false

const keep = (unsaved: boolean): void => writeStored('layout', { username: owner, chosen, unsaved })

/** Sends all that was chosen. What fails stays marked in this browser, and is sent after the next change or page load. */
const save = async (): Promise<void> => {
  const now = chosen
  sent = now
  try {
    if (forgetFirst) await call(sessionCalls.setPreferences, { body: { layout: null } })
    forgetFirst = false
    if (Object.keys(now).length) await call(sessionCalls.setPreferences, { body: { layout: now } })
    if (now === chosen) keep(false)
  } catch {
    // It holds here, and the copy says that the server has yet to hear of it.
  }
}

const saveSoon = (): void => {
  if (waiting) return
  sending = sending.then(save)
  waiting = setTimeout(() => {
    waiting = undefined
    if (sent !== chosen) saveSoon()
  }, pause)
}

const choose = (next: Partial<Layout>): void => {
  chosen = next
  apply()
  keep(owner !== null)
  if (owner !== null) saveSoon()
}

/** Changes some options, at once here and a moment later on the server. */
export const setLayout = (change: Partial<Layout>): void => choose({ ...chosen, ...withConsequences(change) })

/** Everything as if never chosen. */
export const resetLayout = (): void => {
  forgetFirst = true
  choose({})
}

/** Opens or closes the panel of settings at the right. */
export const showRightSideBar = (isOpenRightSideBar: boolean): void => useLayout.setState({ isOpenRightSideBar })

/** The server's word wins over the copy, but for a change that it never got. */
const arrive = (username: string, kept: unknown): void => {
  owner = username
  const copy = readStored('layout')
  if (copy?.username === username && copy.unsaved) {
    chosen = known(copy.chosen)
    forgetFirst = true
    sending = sending.then(save)
  } else {
    // Who has never chosen keeps the colour that this browser has.
    const { layoutColor } = known(copy?.chosen)
    chosen = known(kept ?? (layoutColor && { layoutColor }))
    keep(false)
  }
  apply()
}

/** What stays is as session.ts leaves the copy: the colour, for the sign-in page. */
const leave = (): void => {
  owner = null
  clearTimeout(waiting)
  waiting = undefined
  const { layoutColor } = chosen
  chosen = layoutColor ? { layoutColor } : {}
  apply()
  showRightSideBar(false)
}

const follow = ({ session }: Pick<ReturnType<typeof useSession.getState>, 'session'>): void => {
  if (session && session.username !== owner) arrive(session.username, session.preferences.layout)
  if (!session && owner !== null) leave()
}

follow(useSession.getState())
useSession.subscribe(follow)

// Paper is narrower than the window, which stays as it is behind it; what became of it meanwhile counts afterwards.
const paper = matchMedia('print')
const resized = (): void => {
  if (!paper.matches) apply()
}
paper.addEventListener('change', resized)
narrowWindow.addEventListener('change', resized)
darkSystem.addEventListener('change', resized)
addEventListener('storage', ({ key }) => {
  if (key !== 'layout') return
  const copy = readStored('layout')
  if (copy?.username !== owner) return
  chosen = known(copy.chosen)
  apply()
})

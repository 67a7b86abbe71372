import { create } from 'zustand'
import { layoutOptions } from '#contract/personal-area/layouts.ts'
import type { Layout } from '#contract/personal-area/preferences.ts'
import { callEndpoint } from './call.ts'
import { readStored, writeStored } from './local-storage.ts'
import { sessionEndpoints, useSession } from './session.ts'

/**
 * What holds for somebody who has never chosen.
 * See docs/decisions/0026-layout-in-attributes.md
 */
export const defaultLayout = Object.fromEntries(
  Object.entries(layoutOptions).map(([name, values]) => [name, values[0]]),
) as Layout

/** What a window makes of a layout: below 1140 px the menu comes over the page, and `auto` is what the system shows. */
export type EffectiveLayout = Omit<Layout, 'layoutColor'> & { layoutColor: 'light' | 'dark'; narrow: boolean }
type WindowTraits = { narrow: boolean; dark: boolean }

/** The layout that holds in a window now; the preferred one is left as it is, for the next wider window. */
export const computeEffectiveLayout = (preferred: Layout, { narrow, dark }: WindowTraits): EffectiveLayout => ({
  ...preferred,
  ...(narrow && {
    leftSideBarType: 'full',
    layoutMode: preferred.layoutMode === 'detached' ? 'detached' : 'vertical',
  }),
  layoutColor: preferred.layoutColor === 'auto' ? (dark ? 'dark' : 'light') : preferred.layoutColor,
  narrow,
})

/** A change with what follows from it: boxed takes the condensed menu, fluid the default one, unless the change says which. */
export const withDependentOptions = (change: Partial<Layout>): Partial<Layout> =>
  change.layoutWidth ? { leftSideBarType: change.layoutWidth === 'boxed' ? 'condensed' : 'default', ...change } : change

/** What of something kept is an option of ours with a value of ours. */
export const pickKnownOptions = (kept: unknown): Partial<Layout> => {
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
  effective: EffectiveLayout
  isOpenRightSideBar: boolean
}

const narrowWindowQuery = matchMedia('(width < 1140px)')
const darkSystemQuery = matchMedia('(prefers-color-scheme: dark)')
const readWindowTraits = (): WindowTraits => ({ narrow: narrowWindowQuery.matches, dark: darkSystemQuery.matches })

const storedLayout = readStored('layout')
/** Only what was chosen: a default that is never chosen may change with the product. */
let chosenOptions = pickKnownOptions(storedLayout?.chosen)

const computeLayoutState = (): Pick<LayoutState, 'preferred' | 'effective'> => {
  const preferred = { ...defaultLayout, ...chosenOptions }
  return { preferred, effective: computeEffectiveLayout(preferred, readWindowTraits()) }
}

/** The layout that this person prefers, what this window makes of it, and whether the panel of settings is open. */
export const useLayoutStore = create<LayoutState>()(() => ({ ...computeLayoutState(), isOpenRightSideBar: false }))

/** As first-paint.js has done it before the first paint. */
const setLayoutAttributes = ({ effective }: Pick<LayoutState, 'effective'>): void => {
  const { layoutColor, narrow, ...rest } = effective
  Object.assign(document.documentElement.dataset, rest, { mantineColorScheme: layoutColor })
}

const applyLayout = (): void => {
  const state = computeLayoutState()
  useLayoutStore.setState(state)
  setLayoutAttributes(state)
}

const saveIntervalMs = 400
/** Runs from a call to the next one that may follow: the first change goes at once, what comes meanwhile goes together. */
let layoutSaveTimer: ReturnType<typeof setTimeout> | undefined
let layoutUsername: string | null = null
let pendingLayoutSave = Promise.resolve()
let lastSentOptions = chosenOptions
/** The server adds what it is sent to what it has: before what was chosen anew it must forget. */
let mustResetOnServer = false

const storeLayout = (unsaved: boolean): void =>
  writeStored('layout', { username: layoutUsername, chosen: chosenOptions, unsaved })

/** Sends all that was chosen. What fails stays marked in this browser, and is sent after the next change or page load. */
const saveLayout = async (): Promise<void> => {
  const now = chosenOptions
  lastSentOptions = now
  try {
    if (mustResetOnServer) await callEndpoint(sessionEndpoints.setPreferences, { body: { layout: null } })
    mustResetOnServer = false
    if (Object.keys(now).length) await callEndpoint(sessionEndpoints.setPreferences, { body: { layout: now } })
    if (now === chosenOptions) storeLayout(false)
  } catch {
    // It holds here, and the copy says that the server has yet to hear of it.
  }
}

const scheduleSave = (): void => {
  if (layoutSaveTimer) return
  pendingLayoutSave = pendingLayoutSave.then(saveLayout)
  layoutSaveTimer = setTimeout(() => {
    layoutSaveTimer = undefined
    if (lastSentOptions !== chosenOptions) scheduleSave()
  }, saveIntervalMs)
}

const setChosenOptions = (next: Partial<Layout>): void => {
  chosenOptions = next
  applyLayout()
  storeLayout(layoutUsername !== null)
  if (layoutUsername !== null) scheduleSave()
}

/** Changes some options, at once here and a moment later on the server. */
export const setLayout = (change: Partial<Layout>): void =>
  setChosenOptions({ ...chosenOptions, ...withDependentOptions(change) })

/** Everything as if never chosen. */
export const resetLayout = (): void => {
  mustResetOnServer = true
  setChosenOptions({})
}

/** Opens or closes the panel of settings at the right. */
export const setRightSideBarOpen = (isOpenRightSideBar: boolean): void =>
  useLayoutStore.setState({ isOpenRightSideBar })

/** The server's word wins over the copy, but for a change that it never got. */
const loadUserLayout = (username: string, kept: unknown): void => {
  layoutUsername = username
  const copy = readStored('layout')
  if (copy?.username === username && copy.unsaved) {
    chosenOptions = pickKnownOptions(copy.chosen)
    mustResetOnServer = true
    pendingLayoutSave = pendingLayoutSave.then(saveLayout)
  } else {
    // Who has never chosen keeps the colour that this browser has.
    const { layoutColor } = pickKnownOptions(copy?.chosen)
    chosenOptions = pickKnownOptions(kept ?? (layoutColor && { layoutColor }))
    storeLayout(false)
  }
  applyLayout()
}

/** What stays is as session.ts leaves the copy: the colour, for the sign-in page. */
const clearUserLayout = (): void => {
  layoutUsername = null
  clearTimeout(layoutSaveTimer)
  layoutSaveTimer = undefined
  const { layoutColor } = chosenOptions
  chosenOptions = layoutColor ? { layoutColor } : {}
  applyLayout()
  setRightSideBarOpen(false)
}

const syncLayoutWithSession = ({ session }: Pick<ReturnType<typeof useSession.getState>, 'session'>): void => {
  if (session && session.username !== layoutUsername) loadUserLayout(session.username, session.preferences.layout)
  if (!session && layoutUsername !== null) clearUserLayout()
}

syncLayoutWithSession(useSession.getState())
useSession.subscribe(syncLayoutWithSession)

// Paper is narrower than the window, which stays as it is behind it; what became of it meanwhile counts afterwards.
const printQuery = matchMedia('print')
const reapplyLayoutUnlessPrinting = (): void => {
  if (!printQuery.matches) applyLayout()
}
printQuery.addEventListener('change', reapplyLayoutUnlessPrinting)
narrowWindowQuery.addEventListener('change', reapplyLayoutUnlessPrinting)
darkSystemQuery.addEventListener('change', reapplyLayoutUnlessPrinting)
addEventListener('storage', ({ key }) => {
  if (key !== 'layout') return
  const copy = readStored('layout')
  if (copy?.username !== layoutUsername) return
  chosenOptions = pickKnownOptions(copy.chosen)
  applyLayout()
})

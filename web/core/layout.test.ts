import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '#contract/auth.ts'
import { layoutOptions } from '#contract/personal-area/layouts.ts'
import { Layout } from '#contract/personal-area/preferences.ts'

/** A browser as far as the layout reads it: a window of a width, a system's colour, a storage. */
const stubBrowser = (width: number, dark: boolean, stored: Record<string, string> = {}) => {
  const storage = new Map(Object.entries(stored))
  const dataset: Record<string, string> = {}
  const listeners = new Map<string, Set<(event: unknown) => void>>()
  const listen = (kind: string, listener: (event: unknown) => void): void => {
    listeners.set(kind, (listeners.get(kind) ?? new Set()).add(listener))
  }
  const now = { width, dark }
  const globals = {
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
    location: { pathname: '/clientes' },
    document: { documentElement: { dataset }, querySelector: () => null },
    matchMedia: (query: string) => ({
      get matches() {
        return query.includes('1140') ? now.width < 1140 : query.includes('dark') && now.dark
      },
      addEventListener: (_: string, listener: (event: unknown) => void) => listen(query, listener),
    }),
    addEventListener: listen,
  }
  const dispatch = (kind: string, event: unknown = {}): void => {
    for (const listener of listeners.get(kind) ?? []) listener(event)
  }
  return {
    globals,
    dataset,
    storage,
    resize: (to: number) => {
      now.width = to
      dispatch('(width < 1140px)')
    },
    storedElsewhere: (key: string, value: string) => {
      storage.set(key, value)
      dispatch('storage', { key })
    },
  }
}

const sentRequestBodies: unknown[] = []
const loadLayoutModule = async (...how: Parameters<typeof stubBrowser>) => {
  const its = stubBrowser(...how)
  for (const [name, value] of Object.entries(its.globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sentRequestBodies.push(JSON.parse(body))
    return new Response('{}')
  })
  vi.resetModules()
  const layout = await import('./layout.ts')
  const { clearSession: forget, useSession } = await import('./session.ts')
  const signIn = (username: string, kept: Partial<Layout> | null): void =>
    useSession.setState({ session: { username, preferences: { layout: kept } } as unknown as Session })
  return { ...its, ...layout, signIn, signOut: () => forget() }
}

beforeEach(() => {
  sentRequestBodies.length = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('preferred and effective layout', () => {
  test('layout options and values are those of the contract', async () => {
    const { defaultLayout } = await loadLayoutModule(1440, false)
    expect(Object.keys(layoutOptions)).toEqual(Object.keys(Layout.shape))
    for (const [name, values] of Object.entries(layoutOptions)) {
      const schema = Layout.shape[name as keyof Layout]
      if ('options' in schema) expect(values).toEqual(schema.options)
    }
    expect(defaultLayout).toEqual(Layout.parse(defaultLayout))
    expect(defaultLayout).toMatchObject({ layoutMode: 'vertical', layoutColor: 'auto', leftSideBarType: 'default' })
  })

  test('below 1140 pixels the menu is full and vertical; at 1140 preferences return', async () => {
    const { setLayout, useLayoutStore: useLayout, resize, dataset } = await loadLayoutModule(1140, false)
    for (const layoutMode of ['horizontal', 'two-column'] as const) {
      setLayout({ layoutMode, leftSideBarType: 'compact' })
      resize(1139)
      expect(useLayout.getState().effective).toMatchObject({ layoutMode: 'vertical', leftSideBarType: 'full' })
      expect(useLayout.getState().preferred).toMatchObject({ layoutMode, leftSideBarType: 'compact' })
      expect(dataset).toMatchObject({ layoutMode: 'vertical', leftSideBarType: 'full' })
      resize(1140)
      expect(dataset).toMatchObject({ layoutMode, leftSideBarType: 'compact' })
    }
    setLayout({ layoutMode: 'detached' })
    resize(400)
    expect(useLayout.getState().effective).toMatchObject({ layoutMode: 'detached', leftSideBarType: 'full' })
  })

  test('boxed selects the condensed menu, fluid the default one; both can be overridden', async () => {
    const { setLayout, useLayoutStore: useLayout } = await loadLayoutModule(1440, false)
    const type = () => useLayout.getState().preferred.leftSideBarType
    setLayout({ layoutWidth: 'boxed' })
    expect(type()).toBe('condensed')
    setLayout({ leftSideBarType: 'compact' })
    expect(useLayout.getState().preferred.layoutWidth).toBe('boxed')
    setLayout({ layoutWidth: 'fluid' })
    expect(type()).toBe('default')
    setLayout({ layoutWidth: 'boxed', leftSideBarType: 'default' })
    expect(type()).toBe('default')
  })

  test('the colour scheme follows the system until one is chosen', async () => {
    const { setLayout, useLayoutStore: useLayout, dataset } = await loadLayoutModule(1440, true)
    expect(useLayout.getState().effective.layoutColor).toBe('dark')
    setLayout({ layoutColor: 'light' })
    expect(dataset.mantineColorScheme).toBe('light')
  })
})

describe('layout kept for the user', () => {
  const copyOf = (storage: Map<string, string>) => JSON.parse(storage.get('layout') ?? 'null')

  test('sends a layout change at once and groups the following ones', async () => {
    const { signIn, setLayout, resetLayout, storage } = await loadLayoutModule(1440, false)
    signIn('ana', null)
    setLayout({ topbarTheme: 'dark' })
    setLayout({ leftSideBarTheme: 'brand' })
    setLayout({ layoutMode: 'detached' })
    expect(copyOf(storage)).toMatchObject({ username: 'ana', unsaved: true })
    await vi.advanceTimersByTimeAsync(1000)
    const all = { topbarTheme: 'dark', leftSideBarTheme: 'brand', layoutMode: 'detached' }
    expect(sentRequestBodies.at(-1)).toEqual({ layout: all })
    expect(sentRequestBodies.length).toBeLessThanOrEqual(2)
    expect(copyOf(storage)).toEqual({ username: 'ana', chosen: all, unsaved: false })
    resetLayout()
    setLayout({ topbarTheme: 'brand' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(sentRequestBodies.slice(-2)).toEqual([{ layout: null }, { layout: { topbarTheme: 'brand' } }])
    resetLayout()
    await vi.advanceTimersByTimeAsync(1000)
    expect(sentRequestBodies.at(-1)).toEqual({ layout: null })
  })

  test('the server’s layout wins at sign-in, except over a change never saved', async () => {
    const copy = { username: 'ana', chosen: { topbarTheme: 'brand' }, unsaved: false }
    const saved = await loadLayoutModule(1440, false, { layout: JSON.stringify(copy) })
    saved.signIn('ana', { topbarTheme: 'dark' })
    expect(saved.useLayoutStore.getState().preferred.topbarTheme).toBe('dark')

    const broken = await loadLayoutModule(1440, false, { layout: JSON.stringify({ ...copy, unsaved: true }) })
    broken.signIn('ana', { topbarTheme: 'dark' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(broken.useLayoutStore.getState().preferred.topbarTheme).toBe('brand')
    expect(sentRequestBodies).toEqual([{ layout: null }, { layout: { topbarTheme: 'brand' } }])

    const another = await loadLayoutModule(1440, false, { layout: JSON.stringify({ ...copy, unsaved: true }) })
    another.signIn('eva', null)
    expect(another.useLayoutStore.getState().preferred).toEqual(another.defaultLayout)
  })

  test('signing out keeps the colour and nothing else of the layout', async () => {
    const {
      signIn,
      signOut,
      setLayout,
      useLayoutStore: useLayout,
      defaultLayout,
      storage,
    } = await loadLayoutModule(1440, false)
    signIn('ana', null)
    setLayout({ layoutColor: 'dark', layoutMode: 'horizontal' })
    signOut()
    expect(copyOf(storage)).toEqual({ username: null, chosen: { layoutColor: 'dark' }, unsaved: false })
    expect(useLayout.getState().preferred).toEqual({ ...defaultLayout, layoutColor: 'dark' })
  })

  test('a tab follows another tab’s layout change, and ignores another user’s', async () => {
    const { signIn, storedElsewhere, useLayoutStore: useLayout } = await loadLayoutModule(1440, false)
    signIn('ana', null)
    const write = (username: string, chosen: object): void =>
      storedElsewhere('layout', JSON.stringify({ username, chosen, unsaved: false }))
    write('ana', { leftSideBarType: 'condensed' })
    expect(useLayout.getState().preferred.leftSideBarType).toBe('condensed')
    write('eva', { leftSideBarType: 'full' })
    expect(useLayout.getState().preferred.leftSideBarType).toBe('condensed')
    expect(sentRequestBodies).toEqual([])
  })

  test('ignores stored layout values that are not options', async () => {
    const { pickKnownOptions: known } = await loadLayoutModule(1440, false)
    expect(known({ layoutMode: 'upside-down', topbarTheme: 'dark', nonsense: 1 })).toEqual({ topbarTheme: 'dark' })
    expect(known(null)).toEqual({})
  })
})

describe('first paint of the layout', () => {
  const code = readFileSync('web/public/first-paint.js', 'utf8')
  const firstPaint = (its: ReturnType<typeof stubBrowser>): void => {
    runInNewContext(code, its.globals)
  }

  test('the first paint equals the app’s layout from the same copy, in every window', async () => {
    const { computeEffectiveLayout: effectiveIn, defaultLayout } = await loadLayoutModule(1440, false)
    const values = Object.entries(layoutOptions).map(([name, all]) => [name, fc.constantFrom<unknown>(...all)] as const)
    const layouts = fc.record(Object.fromEntries(values), { requiredKeys: [] })
    const windows = fc.record({ width: fc.constantFrom(360, 1139, 1140, 1920), dark: fc.boolean() })
    fc.assert(
      fc.property(layouts, windows, (chosen, { width, dark }) => {
        const its = stubBrowser(width, dark, { layout: JSON.stringify({ username: 'ana', chosen, unsaved: false }) })
        firstPaint(its)
        const effective = effectiveIn({ ...defaultLayout, ...chosen }, { narrow: width < 1140, dark })
        const { layoutColor, narrow, ...rest } = effective
        expect(its.dataset).toEqual({ ...rest, mantineColorScheme: layoutColor })
      }),
    )
  })

  test('the first paint takes over the colour stored under an older name', () => {
    const its = stubBrowser(1440, false, { theme: 'dark' })
    firstPaint(its)
    expect(its.dataset.mantineColorScheme).toBe('dark')
    expect(its.storage.has('theme')).toBe(false)
    expect(JSON.parse(its.storage.get('layout') ?? '').chosen).toEqual({ layoutColor: 'dark' })
  })

  test('the first paint survives an invalid copy and a forbidden storage', () => {
    for (const layout of ['', 'null', '{', '"x"', '{"chosen":null}']) {
      const its = stubBrowser(1440, true, { layout })
      firstPaint(its)
      expect(its.dataset).toMatchObject({ layoutMode: 'vertical', mantineColorScheme: 'dark' })
    }
    const its = stubBrowser(1440, false)
    its.globals.localStorage.getItem = () => {
      throw new Error('forbidden')
    }
    firstPaint(its)
    expect(its.dataset).toMatchObject({ layoutMode: 'vertical', mantineColorScheme: 'light' })
  })
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isPageKey, watchOpenLayers } from './page-keys.ts'

/** What the page's selector finds, in a test without a page. */
let openLayer: object | null = null
const keyTarget = new EventTarget()

beforeAll(() => {
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', { querySelector: () => openLayer })
  vi.stubGlobal('addEventListener', keyTarget.addEventListener.bind(keyTarget))
  watchOpenLayers()
})
afterAll(() => vi.unstubAllGlobals())

type Modifiers = { ctrlKey?: boolean; altKey?: boolean; altGraph?: boolean }

const pressKey = ({ altGraph = false, ...modifiers }: Modifiers = {}, meanwhile = (): void => {}): boolean => {
  const event = Object.assign(new Event('keydown', { cancelable: true }), {
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
    getModifierState: (name: string) => name === 'AltGraph' && altGraph,
  }) as unknown as KeyboardEvent
  keyTarget.dispatchEvent(event)
  meanwhile()
  return isPageKey(event)
}

test('a key is not the page’s while a menu or dialog is open', () => {
  expect(pressKey()).toBe(true)
  openLayer = {}
  expect(pressKey()).toBe(false)
  openLayer = null
  expect(pressKey()).toBe(true)
})

test('the key that closes a menu is not also a key of the page', () => {
  openLayer = {}
  const closeMenu = (): void => {
    openLayer = null
  }
  expect(pressKey({}, closeMenu)).toBe(false)
})

test('keys with Ctrl or Alt are not the page’s, those with AltGr are', () => {
  expect(pressKey({ ctrlKey: true })).toBe(false)
  expect(pressKey({ altKey: true })).toBe(false)
  expect(pressKey({ ctrlKey: true, altKey: true, altGraph: true })).toBe(true)
})

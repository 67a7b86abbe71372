import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTyped, takeTyped } from './typed-ahead.ts'

let page = new EventTarget()
const givenUp = vi.fn<() => void>()
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  givenUp.mockReset()
})
afterEach(() => {
  takeTyped()
  vi.unstubAllGlobals()
})

/** True where the key went on to the page. */
const press = (key: string, held: object = {}): boolean =>
  page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...held }))
const type = (text: string): boolean[] => [...text].map((key) => press(key))

test('letters typed ahead are kept for the field and reach nothing else', () => {
  keepTyped(givenUp)
  expect(type('añx').concat(press('Backspace'))).toEqual([false, false, false, false])
  expect(press('Tab')).toBe(true)
  expect(press('k', { ctrlKey: true })).toBe(true)
  expect(takeTyped()).toEqual({ text: 'añ', entered: false })
  expect(type('z')).toEqual([true])
  expect(takeTyped()).toEqual({ text: '', entered: false })
})

test('Enter counts for the text before it; further typing cancels it', () => {
  keepTyped(givenUp)
  type('aj')
  press('Enter')
  type('u')
  press('Enter')
  expect(takeTyped()).toEqual({ text: 'aju', entered: true })
})

test('Escape gives up typing ahead, and later keys reach the page', () => {
  keepTyped(givenUp)
  type('a')
  press('Escape')
  expect(givenUp).toHaveBeenCalledOnce()
  expect(type('b')).toEqual([true])
  expect(takeTyped()).toEqual({ text: '', entered: false })
})

test('opening the field again starts with no typed letters', () => {
  keepTyped(givenUp)
  type('a')
  keepTyped(givenUp)
  type('b')
  expect(takeTyped().text).toBe('b')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureTypedAhead, takeTypedAhead } from './typed-ahead.ts'

let eventTarget = new EventTarget()
const onGiveUp = vi.fn<() => void>()
beforeEach(() => {
  eventTarget = new EventTarget()
  vi.stubGlobal('addEventListener', eventTarget.addEventListener.bind(eventTarget))
  vi.stubGlobal('removeEventListener', eventTarget.removeEventListener.bind(eventTarget))
  onGiveUp.mockReset()
})
afterEach(() => {
  takeTypedAhead()
  vi.unstubAllGlobals()
})

/** True where the key went on to the page. */
const pressKey = (key: string, held: object = {}): boolean =>
  eventTarget.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...held }))
const typeText = (text: string): boolean[] => [...text].map((key) => pressKey(key))

test('letters typed ahead are kept for the field and reach nothing else', () => {
  captureTypedAhead(onGiveUp)
  expect(typeText('añx').concat(pressKey('Backspace'))).toEqual([false, false, false, false])
  expect(pressKey('Tab')).toBe(true)
  expect(pressKey('k', { ctrlKey: true })).toBe(true)
  expect(takeTypedAhead()).toEqual({ text: 'añ', isEnterPressed: false })
  expect(typeText('z')).toEqual([true])
  expect(takeTypedAhead()).toEqual({ text: '', isEnterPressed: false })
})

test('Enter counts for the text before it; further typing cancels it', () => {
  captureTypedAhead(onGiveUp)
  typeText('aj')
  pressKey('Enter')
  typeText('u')
  pressKey('Enter')
  expect(takeTypedAhead()).toEqual({ text: 'aju', isEnterPressed: true })
})

test('Escape gives up typing ahead, and later keys reach the page', () => {
  captureTypedAhead(onGiveUp)
  typeText('a')
  pressKey('Escape')
  expect(onGiveUp).toHaveBeenCalledOnce()
  expect(typeText('b')).toEqual([true])
  expect(takeTypedAhead()).toEqual({ text: '', isEnterPressed: false })
})

test('opening the field again starts with no typed letters', () => {
  captureTypedAhead(onGiveUp)
  typeText('a')
  captureTypedAhead(onGiveUp)
  typeText('b')
  expect(takeTypedAhead().text).toBe('b')
})

import { expect, test } from 'vitest'
import { notificationEntries } from '#contract/all-messages.ts'
import type { NotificationEntry } from '#contract/core/messages.ts'
import en from '#locales/en/notifications.ts'
import es from '#locales/es/notifications.ts'
import pt from '#locales/pt/notifications.ts'
import { projectRoot } from '../architecture/gate.ts'
import { readSources } from './sources.ts'

const entries = Object.entries(notificationEntries) as [string, NotificationEntry][]

type TextTree = { [key: string]: string | TextTree }
const getTexts = (kinds: TextTree, kind: string): TextTree =>
  kind.split('.').reduce((texts, key) => texts[key] as TextTree, kinds)
const findParameters = (texts: TextTree): string[] => [
  ...new Set([...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)),
]

test.each(Object.entries({ es, en, pt }))(
  'every notification names in %s only parameters that it is sent with',
  (_, { kinds }) => {
    const wrong = entries.flatMap(([kind, { params, variant }]) => {
      const texts = getTexts(kinds, kind)
      const unknown = findParameters(texts).filter((name) => !Object.hasOwn(params, name))
      const missing = ['title', 'text', ...(variant ? [variant.text] : [])].filter(
        (key) => typeof texts[key] !== 'string',
      )
      return [...unknown, ...missing].map((name) => `${kind}: ${name}`)
    })
    expect(wrong).toEqual([])
  },
)

test('every parameter of a notification appears in its Spanish text', () => {
  // Shown before the text; decides which text it is.
  const elsewhere = ['maintenance.announced: message', 'approval.taskSwitched: checked']
  const unused = entries.flatMap(([kind, { params }]) => {
    const named = findParameters(getTexts(es.kinds, kind))
    return Object.keys(params)
      .filter((name) => !named.includes(name))
      .map((name) => `${kind}: ${name}`)
  })
  expect(unused.sort()).toEqual(elsewhere.sort())
})

test('only typed functions send notifications of a prefix', () => {
  const senders = readSources(projectRoot, /^server\/.*\.ts$/)
    .filter(({ text }) => text.includes('registry.notify_user('))
    .map(({ path }) => path)
  expect(senders).toEqual(['server/domain/notify-user.ts'])
})

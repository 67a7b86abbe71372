import { expect, test } from 'vitest'
import { approvalTasks } from '#contract/all-tasks.ts'
import type { ApprovalTaskEntry, TaskParameter } from '#contract/core/approval-tasks.ts'
import en from '#locales/en/approvals.ts'
import es from '#locales/es/approvals.ts'
import pt from '#locales/pt/approvals.ts'

const entries = Object.entries(approvalTasks) as [string, ApprovalTaskEntry][]

type Texts = { [key: string]: string | Texts }
const plurals = ['', '_one', '_many', '_other']

/** The texts of a sentence: one, or one for each plural. */
const listPluralTexts = (what: Texts, sentence: string): string[] =>
  plurals.flatMap((plural) => {
    const text = what[sentence + plural]
    return typeof text === 'string' ? [text] : []
  })

const listTaskSentences = (task: string, { sentence, sentences, variants = [] }: ApprovalTaskEntry): string[] => [
  ...(sentences ?? [sentence ?? task]),
  ...variants.flatMap((variant) => variant.sentence ?? []),
]

const listTaskParameters = ({ params, variants = [] }: ApprovalTaskEntry): TaskParameter[] =>
  [params, ...variants.map((variant) => variant.params ?? {})].flatMap((all) => Object.values(all))

const isHidden = (parameter: TaskParameter): boolean => parameter === 'hidden' || parameter === 'sentence'

test.each(Object.entries({ es, en, pt }))(
  'sentences of approval tasks exist in %s and name only shown parameters',
  (_, { what }) => {
    const wrong = entries.flatMap(([task, entry]) =>
      listTaskSentences(task, entry).flatMap((sentence) => {
        const texts = listPluralTexts(what, sentence)
        const shown = Object.keys(entry.params).filter((name) => !isHidden(entry.params[name]!))
        const named = texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))
        return [
          ...(texts.length === 0 ? [`${task}: no sentence ${sentence}`] : []),
          ...named
            .filter((name) => name !== 'who' && !shown.includes(name))
            .map((name) => `${task}: ${sentence} ${name}`),
        ]
      }),
    )
    expect(wrong).toEqual([])
  },
)

test.each(Object.entries({ es, en, pt }))(
  'texts that parameters of approval tasks refer to exist in %s',
  (_, { what }) => {
    const missing = entries.flatMap(([task, entry]) =>
      listTaskParameters(entry).flatMap((parameter) => {
        if (typeof parameter === 'string' || 'monthsUntil' in parameter) return []
        const key = 'format' in parameter ? parameter.empty : parameter.textsKey
        return (what as Texts)[key] === undefined ? [`${task}: ${key}`] : []
      }),
    )
    expect(missing).toEqual([])
  },
)

test('every shown parameter of an approval task stands in one of its Spanish sentences', () => {
  const unused = entries.flatMap(([task, entry]) => {
    const texts = listTaskSentences(task, entry)
      .flatMap((sentence) => listPluralTexts(es.what, sentence))
      .join(' ')
    return Object.entries(entry.params)
      .filter(([name, parameter]) => !isHidden(parameter) && !texts.includes(`{{${name}}}`))
      .map(([name]) => `${task}: ${name}`)
  })
  expect(unused).toEqual([])
})
